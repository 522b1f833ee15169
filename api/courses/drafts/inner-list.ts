import { type Slice, sliceOf, withItem, withoutItem, withSlice } from '../writing/edit-yaml.ts'
import type { ListText } from '../writing/list-text.ts'
import { type Value, valueAt } from '../writing/yaml-value.ts'
import { itemKeys } from './keys.ts'

/** A list of groups with ids: lessons, pages, answers or blanks. */
export type GroupList = {
  keys(): string[]
  valueOf(index: number): Value
  insert(index: number, value: Value): void
  insertSlice(index: number, slice: DraftSlice): void
  remove(index: number): DraftSlice
}

/** The text of a removed item, as its author wrote it. A removed lesson is a whole file. */
export type DraftSlice = Slice & { name?: string }

/** A list inside a page, such as its answers. */
export class InnerList implements GroupList {
  readonly #text: ListText
  readonly #page: number
  readonly #path: readonly string[]

  constructor(text: ListText, page: number, path: readonly string[]) {
    this.#text = text
    this.#page = page
    this.#path = path
  }

  keys(): string[] {
    return itemKeys(this.#items())
  }

  valueOf(index: number): Value {
    return this.#items()[index]
  }

  insert(index: number, value: Value): void {
    this.#text.setItem(this.#page, (source, root) => withItem(source, [...root, ...this.#path], index, value))
  }

  insertSlice(index: number, slice: DraftSlice): void {
    this.#text.setItem(this.#page, (source, root) => withSlice(source, [...root, ...this.#path], index, slice))
  }

  remove(index: number): DraftSlice {
    let slice: DraftSlice = { text: '', indent: 0 }
    this.#text.setItem(this.#page, (source, root) => {
      slice = sliceOf(source, [...root, ...this.#path], index)
      return withoutItem(source, [...root, ...this.#path], index)
    })
    return slice
  }

  #items(): Value[] {
    const items = valueAt(this.#text.items[this.#page], this.#path)
    return Array.isArray(items) ? items : []
  }
}
