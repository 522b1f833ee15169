import type { Mark, Node } from 'prosemirror-model'
import type { Language } from '../../../contract/languages.ts'
import { escapeLineStart, escapeMarkdown } from '../../../contract/organisation/escape-markdown.ts'
import { isolatedIn, splitAtUrls } from './isolated.ts'
import type { ReadText } from './read-markdown.ts'

export type MarkdownOptions = {
  language: Language
  /** Whether the field takes <bdi>: all do but `detailContent`, from which the import removes it. */
  takesBdi: boolean
}

/** A document as Markdown. Unchanged blocks are written as their author wrote them. */
export function writeMarkdown(doc: Node, read: ReadText, writing: MarkdownOptions): string {
  if (doc.eq(read.doc)) return read.source
  const blocks = [...doc.children]
    .map(node => ({ node, index: indexOf(node, read) }))
    .filter(({ node, index }) => index >= 0 || !isEmpty(node))
  const written = blocks.map(({ node, index }, at) => {
    const source = read.originals[index]?.source ?? writeBlock(node, writing)
    return at === 0 ? source : gapBetween(blocks[at - 1]?.index ?? -1, index, read) + source
  })
  const text = written.join('')
  if (text.trim() === '') return ''
  return read.gapBefore + text + (/\n$/.test(read.source) ? '\n' : '')
}

/** The place of a block among those that were read; -1 if it was edited or is new. */
function indexOf(node: Node, { originals }: ReadText): number {
  const same = originals.findIndex(one => one.node === node)
  return same >= 0 ? same : originals.findIndex(one => one.node.eq(node))
}

/** Whether a block has no words yet. Learners would see an empty line, or a bullet without words. */
function isEmpty(node: Node): boolean {
  return !node.isLeaf && [...node.children].every(isEmpty)
}

/** The empty lines between two blocks, as they were read. An edited block needs an empty line beside it. */
function gapBetween(before: number, after: number, { originals }: ReadText): string {
  const gap = originals[after < 0 ? before : after - 1]?.gapAfter ?? ''
  if (before >= 0 && after === before + 1) return gap
  return /\n.*\n/.test(gap) ? gap : '\n\n'
}

function writeBlock(node: Node, writing: MarkdownOptions): string {
  const { name } = node.type
  if (name === 'kept') return node.attrs.source
  if (name === 'heading') {
    const words = writeInline(node, writing).replaceAll('\\\n', ' ')
    return words === '' ? '' : `${'#'.repeat(node.attrs.level)} ${words}`
  }
  if (name === 'quote') return prefixed(writeBlocks(filled(node), writing, '\n\n'), '> ', '> ')
  if (name === 'list') return writeList(node, writing)
  return escapeLineStart(writeInline(node, writing))
}

function filled({ children }: Pick<Node, 'children'>): Node[] {
  return [...children].filter(node => !isEmpty(node))
}

function writeBlocks(nodes: readonly Node[], writing: MarkdownOptions, gap: string): string {
  return nodes.map(node => writeBlock(node, writing)).join(gap)
}

function writeList(node: Node, writing: MarkdownOptions): string {
  const { isOrdered, start, isLoose } = node.attrs
  const gap = isLoose ? '\n\n' : '\n'
  const items = filled(node).map((item, index) => {
    const marker = isOrdered ? `${start + index}. ` : '- '
    // An item begins with a paragraph. The paragraph is written even if it is empty, before an inner list.
    const [first, ...others] = item.children
    const blocks = [...(first ? [first] : []), ...filled({ children: others })]
    return prefixed(writeBlocks(blocks, writing, gap), marker, ' '.repeat(marker.length))
  })
  return items.join(gap)
}

function prefixed(text: string, first: string, others: string): string {
  const line = (one: string, index: number) => ((index === 0 ? first : others) + one).trimEnd()
  return text.split('\n').map(line).join('\n')
}

/** Marks are written in this order, from outside to inside, so that a link around bold words is one link. */
const ORDER = ['link', 'strong', 'em', 'bdi']

function writeInline(parent: Node, writing: MarkdownOptions): string {
  const parts = [...parent.children].flatMap(node => isolatedParts(node, writing))
  return writeParts(parts, ORDER)
}

type Part = { node: Node; text: string; marks: readonly Mark[]; isIsolated: boolean }

/** A text, cut where a part of it has to be isolated. */
function isolatedParts(node: Node, { language, takesBdi }: MarkdownOptions): Part[] {
  const text = node.text ?? ''
  const { marks } = node
  const whole = { node, text, marks, isIsolated: false }
  const has = (name: string) => marks.some(({ type }) => type.name === name)
  if (!node.isText || !takesBdi || has('bdi')) return [{ ...whole, isIsolated: takesBdi && has('bdi') }]
  const parts: Part[] = []
  let at = 0
  for (const { from, to } of isolatedIn(text, language)) {
    if (from > at) parts.push({ ...whole, text: text.slice(at, from) })
    parts.push({ ...whole, text: text.slice(from, to), isIsolated: true })
    at = to
  }
  if (at < text.length || parts.length === 0) parts.push({ ...whole, text: text.slice(at) })
  return parts
}

function writeParts(parts: readonly Part[], [name, ...inner]: readonly string[]): string {
  if (name === undefined) return parts.map(writePart).join('')
  let written = ''
  for (let at = 0; at < parts.length; ) {
    const mark = markOf(parts[at] as Part, name)
    let end = at + 1
    while (end < parts.length && sameMark(markOf(parts[end] as Part, name), mark)) end++
    const content = writeParts(parts.slice(at, end), inner)
    const beside = { isAfterWord: isWord(written.at(-1)), isBeforeWord: isWord(parts[end]?.text[0]) }
    written += mark === undefined ? content : wrap(content, { name, value: mark }, beside)
    at = end
  }
  return written
}

/** The value that tells a mark from others of its kind; undefined without the mark. */
function markOf({ marks, isIsolated }: Part, name: string): string | undefined {
  const mark = marks.find(({ type }) => type.name === name)
  if (name === 'bdi') return isIsolated ? (mark?.attrs.dir ?? 'ltr') : undefined
  return mark && (mark.attrs.href ?? '')
}

function sameMark(one: string | undefined, other: string | undefined): boolean {
  return one === other
}

function isWord(sign: string | undefined): boolean {
  return sign !== undefined && /[\p{L}\p{N}\p{M}]/u.test(sign)
}

type Beside = { isAfterWord: boolean; isBeforeWord: boolean }

function wrap(content: string, { name, value }: { name: string; value: string }, beside: Beside): string {
  if (name === 'bdi') return `<bdi dir="${value}">${content}</bdi>`
  if (name === 'link') return `[${content}](${value.replace(/[()\s<>]/g, encodeURIComponent)})`
  const sign = name === 'strong' ? '**' : '*'
  // `** bold **` is not bold: no space may be inside of the signs. Punctuation may not be there either, if a word
  // touches the sign from outside.
  const outside = (isOutside: boolean) => (isOutside ? '[\\s\\p{P}\\p{S}]' : '\\s')
  const split = new RegExp(`^(${outside(beside.isAfterWord)}*)([^]*?)(${outside(beside.isBeforeWord)}*)$`, 'u')
  const [, before = '', words = '', after = ''] = split.exec(content) ?? []
  return words === '' ? content : before + sign + words + sign + after
}

function writePart({ node, text, marks }: Part): string {
  if (node.type.name === 'lineBreak') return '\\\n'
  if (node.type.name === 'picture') return `![${escapeMarkdown(node.attrs.alt)}](${node.attrs.src})`
  if (marks.some(({ type }) => type.name === 'link')) return escapeMarkdown(text)
  // A page makes a link of a URL. A \ before one of its characters would become a part of that URL.
  return splitAtUrls(text)
    .map((part, index) => (index % 2 === 1 ? part : escapeMarkdown(part)))
    .join('')
}
