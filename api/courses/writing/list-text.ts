import { isDeepStrictEqual } from 'node:util'
import type { YamlPath } from '../reading/yaml/yaml-file.ts'
import {
  ended,
  type Slice,
  shifted,
  sliceOf,
  splitList,
  UnreadableYamlError,
  withItem,
  withLineBreaks,
  withoutItem,
  withSlice,
  withValue,
} from './edit-yaml.ts'
import { type ParsedYaml, parsed } from './yaml-nodes.ts'
import { itemText, type Value, valueAt } from './yaml-value.ts'

/** What is known of a text. It is enough to change the text without parsing it again. */
export type KnownText = {
  root: Value
  items: readonly Value[]
  /** The text of each item. Undefined if the items cannot be cut apart, such as in a list between brackets. */
  cut: { before: string; items: readonly string[]; after: string } | undefined
}

export function knownTextOf(file: ParsedYaml, list: YamlPath): KnownText {
  const items = valueAt(file.value, list)
  return { root: file.value, items: Array.isArray(items) ? items : [], cut: splitList(file, list) }
}

/**
 * A YAML text with one long list, such as the pages of a lesson. The text of each item is kept apart, so that an edit
 * of one page does not read the others again.
 */
export class ListText {
  readonly #list: YamlPath
  #read: KnownText
  /** Undefined after a change, until somebody asks for it. */
  #text: string | undefined

  constructor(source: string, read: KnownText, list: YamlPath) {
    this.#list = list
    this.#read = read
    this.#text = source
  }

  get text(): string {
    const { before = '', items = [], after = '' } = this.#read.cut ?? {}
    this.#text ??= before + items.join('') + after
    return this.#text
  }

  /** What is known of the text as it is now. */
  get read(): KnownText {
    return this.#read
  }

  /** The value of the whole text. The list in it may be out of date: use `items` instead. */
  get root(): Value {
    return this.#read.root
  }

  get items(): readonly Value[] {
    return this.#read.items
  }

  /** Changes a value outside of the list. */
  set(path: YamlPath, value: Value): void {
    if (!this.#setAbove(path, value)) this.#readAgain(withValue(this.text, path, value))
  }

  /** Changes a value in the lines above the list, without reading the list. Returns whether that was possible. */
  #setAbove(path: YamlPath, value: Value): boolean {
    const { cut, root, items } = this.#read
    const [key] = this.#list
    if (cut?.after.trim() !== '' || path[0] === key) return false
    const beginning = new RegExp(`(?:^|\\n)${key}:[^\\S\\n]*(?:#[^\\n]*)?\\r?\\n(?:[^\\S\\n]*(?:#[^\\n]*)?\\r?\\n)*$`)
    const end = beginning.exec(cut.before)?.[0]
    if (end === undefined || parsed(cut.before) === undefined) return false
    const before = withValue(cut.before, path, value)
    const above = parsed(before)?.value
    if (!before.endsWith(end) || typeof above !== 'object' || above === null) return false
    // The lines above the list end with its key, so it keeps its place among the fields.
    const next = { ...above, [key as string]: (root as Record<string, Value>)[key as string] }
    this.#change({ root: next, items, cut: { ...cut, before } })
    return true
  }

  setItem(index: number, change: (text: string, root: YamlPath) => string): void {
    const { cut, items } = this.#read
    const item = cut?.items[index]
    if (!cut || item === undefined) return void this.#readAgain(change(this.text, [...this.#list, index]))
    const changed = change(item, [0])
    const value = (parsed(changed)?.value as Value[] | undefined)?.[0]
    const text = atColumnOf(item, changed, value)
    this.#change({
      ...this.#read,
      items: items.with(index, value),
      cut: { ...cut, items: cut.items.with(index, text) },
    })
  }

  insert(index: number, value: Value): void {
    const [first] = this.#read.cut?.items ?? []
    if (first === undefined) return void this.#readAgain(withItem(this.text, this.#list, index, value))
    this.#insertText(index, ' '.repeat(indentOf(first)) + itemText(value, indentOf(first)), value)
  }

  insertSlice(index: number, slice: Slice): void {
    const [first] = this.#read.cut?.items ?? []
    if (first === undefined) return void this.#readAgain(withSlice(this.text, this.#list, index, slice))
    const text = shifted(slice.text, indentOf(first) - slice.indent).replace(/^(?:[ \t]*\r?\n)+/, '')
    this.#insertText(index, text, (parsed(slice.text)?.value as [Value] | undefined)?.[0])
  }

  /** Takes an item out and returns it as it was written. */
  remove(index: number): Slice {
    const slice = this.sliceOf(index)
    const { cut, items } = this.#read
    if (!cut || cut.items.length <= 1 || index === 0) this.#readAgain(withoutItem(this.text, this.#list, index))
    else
      this.#change({
        ...this.#read,
        items: items.toSpliced(index, 1),
        cut: { ...cut, items: cut.items.toSpliced(index, 1) },
      })
    return slice
  }

  sliceOf(index: number): Slice {
    const item = this.#read.cut?.items[index]
    return item === undefined ? sliceOf(this.text, this.#list, index) : { text: ended(item), indent: indentOf(item) }
  }

  #insertText(index: number, text: string, value: Value): void {
    const cut = this.#read.cut as NonNullable<KnownText['cut']>
    const isSpaced = cut.items.length > 1 && /^[ \t]*\r?\n/.test(cut.items[1] as string)
    const line = withLineBreaks(isSpaced && index > 0 ? `\n${ended(text)}` : ended(text), cut.before + cut.items[0])
    const follower = cut.items[index]
    const items = cut.items.with(-1, ended(cut.items.at(-1) as string)).toSpliced(index, 0, line)
    if (index === 0 && isSpaced && follower !== undefined && !/^[ \t]*\r?\n/.test(follower)) items[1] = `\n${follower}`
    if (!isDeepStrictEqual(parsed(line)?.value, [value])) throw new UnreadableYamlError()
    this.#change({ ...this.#read, items: this.#read.items.toSpliced(index, 0, value), cut: { ...cut, items } })
  }

  #change(read: KnownText): void {
    this.#read = read
    this.#text = undefined
  }

  #readAgain(source: string): void {
    const file = parsed(source)
    if (!file) throw new UnreadableYamlError()
    this.#read = knownTextOf(file, this.#list)
    this.#text = source
  }
}

/** An item that was completely rewritten begins in the first column. It is moved back to its former column. */
function atColumnOf(item: string, text: string, value: Value): string {
  const column = indentOf(item)
  const by = column - indentOf(text)
  if (by === 0 && (text.endsWith('\n') || !item.endsWith('\n'))) return text
  const space = /^(?:[ \t]*\r?\n)*/.exec(item)?.[0] ?? ''
  const placed = ended((/^[ \t]*\r?\n/.test(text) ? '' : space) + shifted(text, by), item)
  // Some texts get another value in another column, such as a text that begins with a line of spaces.
  const isSame = isDeepStrictEqual(parsed(placed)?.value, [value])
  return isSame ? placed : space + ended(' '.repeat(column) + itemText(value, column), item)
}

/** The column of an item's hyphen. Comments can stand in the lines above it. */
function indentOf(item: string): number {
  const line = item.split('\n').find(one => /^ *-(?:\s|$)/.test(one)) ?? ''
  return line.length - line.trimStart().length
}
