import { MAX_TEXT_LENGTH } from '../../../contract/text/max-text-length.ts'
import { type Reporter, short } from './findings.ts'

/** The time of the parser for a paragraph grows with the square of its number of marks. */
const MAX_MARKS = 500
const DEEPEST = 20
const WIDEST_INDENT = 80

const MARK = /[*_~`[\]<!\\|]/g
/** The markers of quotes and lists at the start of a line. */
const NESTING = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])))+/
const MARKER = />|[-*+]|\d+[.)]/g

/**
 * Whether Markdown can be parsed quickly, here and on a phone. Real texts are far below these limits. Reports a mistake
 * otherwise.
 */
export function isQuicklyRead(markdown: string, report: Reporter): boolean {
  if (markdown.length > MAX_TEXT_LENGTH) {
    report.mistake(`has ${markdown.length} characters; ${MAX_TEXT_LENGTH} are the most`)
    return false
  }
  const deep = markdown.split('\n').find(line => depthOf(line) > DEEPEST || indentOf(line) > WIDEST_INDENT)
  if (deep !== undefined) {
    report.mistake(`nests quotes or lists too deeply: ${short(deep.trim())}`, beginningOf(deep))
    return false
  }
  const crowded = markdown.split(/\n[ \t]*\n/).find(paragraph => (paragraph.match(MARK) ?? []).length > MAX_MARKS)
  if (crowded === undefined) return true
  const message = `has more than ${MAX_MARKS} characters of Markdown (*, _, [ and the like) in one paragraph`
  report.mistake(`${message}: ${short(crowded.trim())}`, beginningOf(crowded))
  return false
}

function depthOf(line: string): number {
  return (NESTING.exec(line)?.[0].match(MARKER) ?? []).length
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}

/** Only a short beginning is found in the file, where a paragraph can be indented and broken into lines. */
function beginningOf(text: string): string {
  return text.trim().slice(0, 20).split('\n', 1)[0] as string
}
