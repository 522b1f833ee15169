import { isDeepStrictEqual } from 'node:util'
import { type Pair, stringify, type YAMLMap, type YAMLSeq } from 'yaml'
import type { YamlPath } from '../reading/yaml/yaml-file.ts'
import {
  endOf,
  hyphenOf,
  isMap,
  isScalar,
  isSeq,
  lineStart,
  nextLine,
  nodeAt,
  type ParsedYaml,
  pairOf,
  parsed,
  startOfNode,
} from './yaml-nodes.ts'
import { flowText, itemText, pairText, safe, type Value, valueAt, valueWith } from './yaml-value.ts'

/** An item of a list as it is written: its lines, and the column of its hyphen. */
export type Slice = { text: string; indent: number }

/** Long fields stand last in a text, so a new short field is put before them. */
const LONG_FIELDS = ['options', 'pages', 'answers', 'blanks']

/**
 * The text with another value at a path; `undefined` removes the field. Everything else stays as it was written,
 * including comments and line breaks.
 */
export function withValue(source: string, path: YamlPath, value: Value): string {
  const file = readable(source)
  const expected = valueWith(file.value, path, value)
  return checked(file, expected, () => spliced(file, path, value), path, value)
}

/** The text with a new item in a list. A list that does not exist is made. */
export function withItem(source: string, list: YamlPath, index: number, value: Value): string {
  const file = readable(source)
  const indent = columnOfList(file, list)
  const items = itemsAt(file, list).toSpliced(index, 0, value)
  const splice = () => (indent === undefined ? undefined : spliceItem(file, list, index, itemText(value, indent)))
  return checked(file, valueWith(file.value, list, items), splice, list, items)
}

/** The text with one more item in a list. `sliceOf` has returned the text of this item. */
export function withSlice(source: string, list: YamlPath, index: number, { text, indent }: Slice): string {
  const file = readable(source)
  const [value] = readable(text).value as Value[]
  const column = columnOfList(file, list)
  const items = itemsAt(file, list).toSpliced(index, 0, value)
  const splice = () =>
    column === undefined ? undefined : spliceItem(file, list, index, shifted(text, column - indent).trimStart())
  return checked(file, valueWith(file.value, list, items), splice, list, items)
}

export function withoutItem(source: string, list: YamlPath, index: number): string {
  const file = readable(source)
  const items = itemsAt(file, list).toSpliced(index, 1)
  const splice = () => {
    const [start, end] = rangeOfItem(file, list, index) ?? [0, 0]
    return end > 0 && items.length > 0 ? source.slice(0, start) + source.slice(end) : undefined
  }
  return checked(file, valueWith(file.value, list, items), splice, list, items)
}

/** An item as it is written, with the comments above it. */
export function sliceOf(source: string, list: YamlPath, index: number): Slice {
  const file = readable(source)
  const node = nodeAt(file, list) as YAMLSeq
  const [start, end] = rangeOfItem(file, list, index) ?? [0, 0]
  const indent = hyphenOf(node, index)
  if (end === 0 || indent === undefined) return { text: itemText(itemsAt(file, list)[index], 0), indent: 0 }
  return { text: ended(source.slice(start, end)), indent: indent - lineStart(source, indent) }
}

/** Cuts a source into the text before a list, the texts of its items, and the text after it. */
export function splitList(
  file: ParsedYaml,
  list: YamlPath,
): { before: string; items: string[]; after: string } | undefined {
  const { source } = file
  const node = nodeAt(file, list)
  if (!isSeq(node) || node.flow || node.items.length === 0) return undefined
  const ranges = node.items.map((_, index) => rangeOfItem(file, list, index))
  if (ranges.some(range => !range)) return undefined
  const known = ranges as [number, number][]
  return {
    before: source.slice(0, known[0]?.[0]),
    items: known.map(([start, end]) => source.slice(start, end)),
    after: source.slice(known.at(-1)?.[1]),
  }
}

export class UnreadableYamlError extends Error {}

function readable(source: string): ParsedYaml {
  const file = parsed(source)
  if (!file) throw new UnreadableYamlError()
  return file
}

function itemsAt(file: ParsedYaml, list: YamlPath): Value[] {
  return (valueAt(file.value, list) ?? []) as Value[]
}

/** The spliced text if it has the expected value. Otherwise the whole file is written again. */
function checked(
  file: ParsedYaml,
  expected: Value,
  splice: () => string | undefined,
  path: YamlPath,
  value: Value,
): string {
  const text = splice()
  if (text !== undefined && isDeepStrictEqual(parsed(text)?.value, expected)) return text
  const { document } = readable(file.source)
  if (value === undefined) document.deleteIn(path)
  else document.setIn(path, document.createNode(safe(value)))
  const written = withLineBreaks(document.toString({ lineWidth: 0 }), file.source)
  if (isDeepStrictEqual(parsed(written)?.value, expected)) return written
  // The yaml package cannot read some texts that it wrote between braces. It can read texts in quotes.
  return withLineBreaks(stringify(expected, { lineWidth: 0, defaultStringType: 'QUOTE_DOUBLE' }), file.source)
}

function spliced(file: ParsedYaml, path: YamlPath, value: Value): string | undefined {
  const key = path.at(-1)
  const parentPath = path.slice(0, -1)
  const parent = nodeAt(file, parentPath)
  if (typeof key !== 'string') return undefined
  if (!isMap(parent))
    return parentPath.length > 0 && value !== undefined ? spliced(file, parentPath, { [key]: value }) : undefined
  const pair = pairOf(parent, key)
  if (value === undefined) return pair ? withoutPair(file, parent, pair) : file.source
  return pair ? withPairValue(file, parent, pair, key, value) : withNewPair(file, parent, key, value)
}

function withPairValue({ source }: ParsedYaml, map: YAMLMap, pair: Pair, key: string, value: Value): string {
  const [start, end] = [startOfNode(pair.key), endOf(pair)]
  if (map.flow) return `${source.slice(0, start)}${flowText(key)}: ${flowText(value)}${source.slice(end)}`
  // The new text keeps the style of the old one, except the quotes of an empty text: words need none.
  const type = isScalar(pair.value) && pair.value.value !== '' ? pair.value.type : undefined
  const text = withLineBreaks(pairText(key, value, start - lineStart(source, start), type), source)
  const before = source.slice(start, end)
  return source.slice(0, start) + (before.endsWith('\n') ? text : withoutEnd(text)) + source.slice(end)
}

function withNewPair({ source }: ParsedYaml, map: YAMLMap, key: string, value: Value): string | undefined {
  const last = map.items.at(-1)
  const [first] = map.items
  if (!first || !last) return undefined
  if (map.flow)
    return `${source.slice(0, endOf(last))}, ${flowText(key)}: ${flowText(value)}${source.slice(endOf(last))}`
  const indent = startOfNode(first.key) - lineStart(source, startOfNode(first.key))
  const text = withLineBreaks(pairText(key, value, indent), source)
  const long = map.items.slice(1).find(item => isScalar(item.key) && LONG_FIELDS.includes(String(item.key.value)))
  const isShort = !LONG_FIELDS.includes(key)
  const at = long && isShort ? lineStart(source, startOfNode(long.key)) : nextLine(source, endOf(last))
  return ended(source.slice(0, at), source) + ' '.repeat(indent) + text + source.slice(at)
}

function withoutPair({ source }: ParsedYaml, map: YAMLMap, pair: Pair): string | undefined {
  if (map.items.length === 1) return undefined
  const index = map.items.indexOf(pair)
  const next = map.items[index + 1]
  const start = startOfNode(pair.key)
  if (map.flow || source.slice(lineStart(source, start), start).trim() !== '') {
    // The field shares its line with others. The next field takes its place, or the one before it becomes the last.
    if (next) return source.slice(0, start) + source.slice(startOfNode(next.key))
    return map.flow ? source.slice(0, endOf(map.items[index - 1])) + source.slice(endOf(pair)) : undefined
  }
  return source.slice(0, lineStart(source, start)) + source.slice(nextLine(source, endOf(pair)))
}

function spliceItem(file: ParsedYaml, list: YamlPath, index: number, text: string): string | undefined {
  const { source } = file
  const before = rangeOfItem(file, list, index - 1)
  const at = before?.[1] ?? rangeOfItem(file, list, index)?.[0]
  const indent = columnOfList(file, list)
  if (at === undefined || indent === undefined) return undefined
  return (
    ended(source.slice(0, at), source) +
    withLineBreaks(lineOfItem(text, indent, { isFirst: !before, isSpaced: isSpaced(file, list) }), source) +
    source.slice(at)
  )
}

/** Adds an empty line between items if the list has such lines. */
function lineOfItem(
  text: string,
  indent: number,
  { isFirst, isSpaced }: { isFirst: boolean; isSpaced: boolean },
): string {
  const lines = ' '.repeat(indent) + ended(text)
  if (!isSpaced) return lines
  return isFirst ? `${lines}\n` : `\n${lines}`
}

/** Whether an empty line stands between the items. */
function isSpaced(file: ParsedYaml, list: YamlPath): boolean {
  const range = rangeOfItem(file, list, 1)
  return range !== undefined && /^\s*\r?\n/.test(file.source.slice(...range))
}

/** The range of an item: from the end of the item before it, to include comments, to the end of its last line. */
function rangeOfItem(file: ParsedYaml, list: YamlPath, index: number): [start: number, end: number] | undefined {
  const node = nodeAt(file, list)
  if (!isSeq(node) || node.flow || index < 0 || index >= node.items.length) return undefined
  const hyphen = hyphenOf(node, index)
  if (hyphen === undefined) return undefined
  const { source } = file
  const start =
    index === 0 ? withCommentsAbove(source, lineStart(source, hyphen)) : nextLine(source, endOf(node.items[index - 1]))
  return [start, nextLine(source, endOf(node.items[index]))]
}

/** The beginning of the comments that stand directly above a line. */
function withCommentsAbove(source: string, start: number): number {
  const above = start === 0 ? 0 : lineStart(source, start - 1)
  const isComment = start > 0 && /^[ \t]*#/.test(source.slice(above, start))
  return isComment ? withCommentsAbove(source, above) : start
}

function columnOfList(file: ParsedYaml, list: YamlPath): number | undefined {
  const node = nodeAt(file, list)
  const hyphen = isSeq(node) && !node.flow ? hyphenOf(node, 0) : undefined
  return hyphen === undefined ? undefined : hyphen - lineStart(file.source, hyphen)
}

export function shifted(text: string, by: number): string {
  const lines = text.split('\n')
  if (by >= 0) return lines.map(line => (line.trim() === '' ? line : ' '.repeat(by) + line)).join('\n')
  const space = new RegExp(`^ {0,${-by}}`)
  return lines.map(line => line.replace(space, '')).join('\n')
}

export function ended(text: string, like = '\n'): string {
  return text === '' || text.endsWith('\n') ? text : text + (like.includes('\r\n') ? '\r\n' : '\n')
}

function withoutEnd(text: string): string {
  return text.replace(/\r?\n$/, '')
}

export function withLineBreaks(text: string, like: string): string {
  return like.includes('\r\n') ? text.replace(/\r?\n/g, '\r\n') : text
}
