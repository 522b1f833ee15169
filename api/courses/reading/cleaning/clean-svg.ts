import type sanitize from 'sanitize-html'
import { drawingAttributes, drawingElements, isDrawingValue, localReference } from '../../../../contract/text/markup.ts'
import { type Reporter, short } from '../findings.ts'

const elements = ['svg', ...drawingElements]

/** Attributes of drawing programs, removed without a warning. */
const UNTOLD = /^(?:xmlns(?::\w+)?|version|xml:space|role|aria-[a-z]+)$/

/** The DOCTYPE that drawing programs write. It declares no entities. */
const PLAIN_DOCTYPE = /<!DOCTYPE\s+svg(?:\s+(?:PUBLIC|SYSTEM)(?:\s+(?:"[^"<>[]*"|'[^'<>[]*')){1,2})?\s*>/i

const MAX_SIDE = 10_000
/** Drawing programs nest some ten groups. The cleaner takes seconds for thousands. */
const MAX_DEPTH = 100

/**
 * Keeps only shapes. Undefined after reporting why the drawing cannot be used. `prefix` makes ids unique, because two
 * drawings on one screen must not share gradients.
 */
export async function cleanSvg(written: string, prefix: string, report: Reporter): Promise<string | undefined> {
  const source = written.replace(PLAIN_DOCTYPE, '')
  const mistake = forbiddenMarkup(source) ?? deepMarkup(source)
  if (mistake) {
    report.mistake(mistake)
    return undefined
  }
  const referred = new Set([...source.matchAll(/url\(\s*#([\w-]+)\s*\)/g)].map(([, id]) => id as string))
  let roots = 0
  let wasTooLarge = false

  const { default: sanitize } = await import('sanitize-html')
  const svg = sanitize(source, {
    parser: { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false },
    allowedTags: elements,
    allowedAttributes: { '*': [...drawingAttributes], svg: [...drawingAttributes, 'xmlns'] },
    allowedSchemes: [],
    disallowedTagsMode: 'completelyDiscard',
    selfClosing: [],
    transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: cleanAttributes(tagName, attribs) }) },
  }).trim()

  const isOneDrawing = roots === 1 && svg.startsWith('<svg ') && svg.endsWith('</svg>')
  if (isOneDrawing && !wasTooLarge) return svg
  report.mistake(
    isOneDrawing
      ? `the numbers of the viewBox must be four, none beyond ${MAX_SIDE}, the last two above 0`
      : 'is not one drawing: an SVG file is one <svg> and everything within it',
  )
  return undefined

  function cleanAttributes(tag: string, given: sanitize.Attributes): sanitize.Attributes {
    if (!elements.includes(tag)) {
      report.warn(`<${short(tag)}> was removed`, `<${tag}`)
      return {}
    }
    const allowed = Object.entries(given).flatMap(([name, value]) => cleanAttribute(tag, name, value))
    if (tag !== 'svg') return Object.fromEntries(allowed)
    roots += 1
    return Object.fromEntries([['xmlns', 'http://www.w3.org/2000/svg'], ...allowed])
  }

  function cleanAttribute(tag: string, name: string, value: string): [name: string, value: string][] {
    if (UNTOLD.test(name) || (name === 'id' && !referred.has(value))) return []
    if (name === 'id') return [['id', `${prefix}-${value}`]]
    if (name === 'viewBox') wasTooLarge ||= !isReasonableViewBox(value)
    const reference = localReference(value.trim())
    if (reference && drawingAttributes.has(name)) return [[name, `url(#${prefix}-${reference})`]]
    if (drawingAttributes.has(name) && isDrawingValue(value)) return [[name, value]]
    report.warn(`${short(name)} of <${tag}> was removed`, `${name}=`)
    return []
  }
}

/** Entities can read files or grow without end, and processing instructions can load files. */
function forbiddenMarkup(source: string): string | undefined {
  const declared = /<!(?:DOCTYPE|ENTITY|ELEMENT|ATTLIST)/i.exec(source)
  if (declared) return `${declared[0]}…> is not allowed`
  if (/<\?(?!xml\s)/i.test(source)) return '<?…?> is not allowed'
  return undefined
}

function deepMarkup(source: string): string | undefined {
  let depth = 0
  for (const [tag] of source.matchAll(/<[/\w][^<>]*>/g)) {
    if (tag.startsWith('</')) depth--
    else if (!tag.endsWith('/>')) depth++
    if (depth > MAX_DEPTH) return `has elements more than ${MAX_DEPTH} deep in each other`
  }
  return undefined
}

function isReasonableViewBox(value: string): boolean {
  const numbers = value
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const [x = Number.NaN, y = Number.NaN, width = 0, height = 0] = numbers
  if (numbers.length !== 4 || width <= 0 || height <= 0) return false
  return [x, y, width, height].every(number => Math.abs(number) <= MAX_SIDE)
}
