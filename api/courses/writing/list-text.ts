import { isDeepStrictEqual } from 'node:util'
import {
  ended,
  type Slice,
  shifted,
  sliceOf,
  splitList,
  UnreadableYaml,
  withItem,
  withLineBreaks,
  withoutItem,
  withSlice,
  withValue,
} from './edit-yaml.ts'
import { type Parsed, parsed } from './yaml-nodes.ts'
import { itemText, type Path, type Value, valueAt } from './yaml-value.ts'

/**
 * A YAML text with one long list, such as the pages of a lesson. The text of each item is kept apart, so that an edit of
 * one page does not read the others again.
 */
export class ListText {
  readonly #list: Path
  #file: Parsed
  /** Cut at the first edit: most texts are only read. */
  #cut: { before: string; items: string[]; after: string } | 'whole' | undefined
  #items: Value[] = []

  constructor(file: Parsed, list: Path) {
    this.#list = list
    this.#file = file
    this.#items = this.#itemsIn(file)
  }

  get text(): string {
    if (this.#cut === undefined || this.#cut === 'whole') return this.#file.source
    const { before, items, after } = this.#cut
    return before + items.join('') + after
  }

  /** The value of the whole text. Its list is not kept up to date: that is `items`. */
  get root(): Value {
    return this.#file.value
  }

  get items(): readonly Value[] {
    return this.#items
  }

  /** Changes a value outside of the list. */
  set(path: Path, value: Value): void {
    this.#read(withValue(this.text, path, value))
  }

  /** Changes one item. */
  setItem(index: number, change: (text: string, root: Path) => string): void {
    const item = this.#parts?.items[index]
    if (!this.#parts || item === undefined) return void this.#read(change(this.text, [...this.#list, index]))
    const text = change(item, [0])
    const value = (parsed(text)?.value as Value[] | undefined)?.[0]
    this.#parts.items[index] = text
    this.#items[index] = value
  }

  insert(index: number, value: Value): void {
    const [first] = this.#parts?.items ?? []
    if (!this.#parts || first === undefined) return void this.#read(withItem(this.text, this.#list, index, value))
    this.#insertText(index, ' '.repeat(indentOf(first)) + itemText(value, indentOf(first)), value)
  }

  insertSlice(index: number, slice: Slice): void {
    const [first] = this.#parts?.items ?? []
    if (!this.#parts || first === undefined) return void this.#read(withSlice(this.text, this.#list, index, slice))
    const text = shifted(slice.text, indentOf(first) - slice.indent).replace(/^(?:[ \t]*\r?\n)+/, '')
    this.#insertText(index, text, (parsed(slice.text)?.value as [Value] | undefined)?.[0])
  }

  /** Takes an item out and returns it as it was written. */
  remove(index: number): Slice {
    const slice = this.sliceOf(index)
    if (this.#parts && this.#parts.items.length > 1 && index > 0) {
      this.#parts.items.splice(index, 1)
      this.#items.splice(index, 1)
    } else this.#read(withoutItem(this.text, this.#list, index))
    return slice
  }

  sliceOf(index: number): Slice {
    const item = this.#parts?.items[index]
    return item === undefined ? sliceOf(this.text, this.#list, index) : { text: ended(item), indent: indentOf(item) }
  }

  #insertText(index: number, text: string, value: Value): void {
    const parts = this.#parts as { before: string; items: string[] }
    const isSpaced = parts.items.length > 1 && /^[ \t]*\r?\n/.test(parts.items[1] as string)
    const line = withLineBreaks(isSpaced && index > 0 ? `\n${ended(text)}` : ended(text), parts.before + parts.items[0])
    const follower = parts.items[index]
    const items = parts.items.with(-1, ended(parts.items.at(-1) as string)).toSpliced(index, 0, line)
    if (index === 0 && isSpaced && follower !== undefined && !/^[ \t]*\r?\n/.test(follower)) items[1] = `\n${follower}`
    if (!isDeepStrictEqual(parsed(line)?.value, [value])) throw new UnreadableYaml()
    parts.items = items
    this.#items.splice(index, 0, value)
  }

  get #parts() {
    this.#cut ??= splitList(this.#file, this.#list) ?? 'whole'
    return this.#cut === 'whole' ? undefined : this.#cut
  }

  #read(source: string): void {
    const file = parsed(source)
    if (!file) throw new UnreadableYaml()
    this.#file = file
    this.#cut = undefined
    this.#items = this.#itemsIn(file)
  }

  #itemsIn(file: Parsed): Value[] {
    const items = valueAt(file.value, this.#list)
    return Array.isArray(items) ? [...items] : []
  }
}

/** The column of the hyphen of an item, which comments can stand above. */
function indentOf(item: string): number {
  const line = item.split('\n').find(one => /^ *-(?:\s|$)/.test(one)) ?? ''
  return line.length - line.trimStart().length
}
