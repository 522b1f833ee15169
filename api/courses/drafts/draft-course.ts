import { stringify } from 'yaml'
import { ApiError } from '../../../contract/calls/api-error.ts'
import { isChoiceList } from '../../../contract/pages/choice-lists.ts'
import { withValue } from '../writing/edit-yaml.ts'
import type { ListText } from '../writing/list-text.ts'
import { type Value, valueAt } from '../writing/yaml-value.ts'
import { DraftText } from './draft-text.ts'
import { type GroupList, InnerList } from './inner-list.ts'
import { indexesOf, itemKeys } from './keys.ts'
import { numbered, openText, stemOf } from './lesson-text.ts'

/** Thrown for a path that leads to nothing. `item` is the path of the first lesson, page or answer that is gone. */
export class GoneError extends Error {
  readonly item: readonly string[]

  constructor(item: readonly string[]) {
    super(`${item.join('/')} is gone`)
    this.item = item
  }
}

/** Thrown for a path that is no field and no list of the editor. */
export class NotAllowedError extends Error {}

/** The texts of a course, and changes of single values in them. Everything else stays as its author wrote it. */
export class DraftCourse {
  readonly #course: DraftText
  #lessons: DraftText[]

  /** Texts by file name: course.yaml, and the lessons in their order. */
  constructor(texts: ReadonlyMap<string, string>) {
    this.#course = new DraftText('course.yaml', texts.get('course.yaml') ?? '')
    this.#lessons = [...texts]
      .filter(([name]) => name !== 'course.yaml')
      .map(([name, source]) => new DraftText(name, source))
      .toSorted((one, other) => numberIn(one.name) - numberIn(other.name) || (one.name < other.name ? -1 : 1))
  }

  get texts(): Map<string, string> {
    return new Map([this.#course, ...this.#lessons].map(file => [file.name, file.source]))
  }

  /** Keeps what is known of the changed texts, so that the next request need not parse them. */
  remember(): void {
    for (const file of [this.#course, ...this.#lessons]) file.remember()
  }

  /** The fields of course.yaml; undefined if it cannot be read. */
  get courseFields(): Record<string, Value> | undefined {
    return this.#course.text?.root as Record<string, Value> | undefined
  }

  /** The title of the course, as it is written; undefined if it cannot be read. */
  get title(): string | undefined {
    const title = this.courseFields?.title
    return typeof title === 'string' ? title.trim() : undefined
  }

  get lessons(): { key: string; name: string; fields: Record<string, Value> | undefined; pages: readonly Value[] }[] {
    const keys = this.#lessonKeys()
    return this.#lessons.map((file, index) => {
      const { text } = file
      const { pages: _, ...fields } = (text?.root ?? {}) as Record<string, Value>
      return { key: keys[index] as string, name: file.name, fields: text && fields, pages: text?.items ?? [] }
    })
  }

  replaceText(name: string, source: string): void {
    const file = [this.#course, ...this.#lessons].find(one => one.name === name)
    if (!file) throw new GoneError([name])
    file.replace(source)
  }

  valueAt(path: readonly string[]): Value {
    const [text, steps, root] = this.#place(path)
    const places = indexesOf(root, steps)
    if (!places) throw new GoneError(this.#goneItem(path))
    return text ? valueAt(root, places) : undefined
  }

  set(path: readonly string[], value: Value): void {
    throwIfNoField(path)
    const [first, lessonKey = '', field, , ...rest] = path
    if (first === 'course') return void this.#course.readable.set(path.slice(1), value)
    const text = this.#lesson(lessonKey).readable
    if (field !== 'pages') return void text.set(path.slice(2), value)
    const index = this.#pageIndex(path, text)
    const places = indexesOf(text.items[index], rest)
    if (!places) throw new GoneError(this.#goneItem(path))
    text.setItem(index, (source, root) => withValue(source, [...root, ...places], value))
  }

  listAt(path: readonly string[]): GroupList {
    const [first, lessonKey, field, pageKey, ...rest] = path
    if (first !== 'lessons') throw new NotAllowedError()
    if (lessonKey === undefined) return this.#listOfLessons()
    const text = this.#lesson(lessonKey).readable
    if (field !== 'pages') throw new NotAllowedError()
    if (pageKey === undefined) return pagesIn(text)
    if (rest.length !== 2 || rest[0] !== 'options' || !isChoiceList(rest[1])) throw new NotAllowedError()
    return new InnerList(text, this.#pageIndex(path, text), rest)
  }

  itemAt(path: readonly string[]): { list: GroupList; index: number } {
    const list = this.listAt(path.slice(0, -1))
    const index = list.keys().indexOf(path.at(-1) as string)
    if (index === -1) throw new GoneError(path)
    return { list, index }
  }

  hasItem(path: readonly string[]): boolean {
    try {
      this.itemAt(path)
      return true
    } catch (error) {
      if (error instanceof GoneError) return false
      throw error
    }
  }

  #lesson(key: string): DraftText {
    const file = this.#lessons[this.#lessonKeys().indexOf(key)]
    if (!file) throw new GoneError(['lessons', key])
    return file
  }

  #lessonKeys(): string[] {
    return itemKeys(this.#lessons.map(({ text }) => text?.root))
  }

  #pageIndex(path: readonly string[], text: ListText): number {
    const index = itemKeys(text.items).indexOf(path[3] as string)
    if (index === -1) throw new GoneError(path.slice(0, 4))
    return index
  }

  /** The file of a path, the steps inside it, and the value at their start. */
  #place(path: readonly string[]): [ListText, readonly string[], Value] {
    const [first, lessonKey, field, pageKey, ...rest] = path
    if (first === 'course') {
      const text = this.#course.readable
      return [text, path.slice(1), text.root]
    }
    if (first !== 'lessons' || lessonKey === undefined) throw new NotAllowedError()
    const text = this.#lesson(lessonKey).readable
    if (field !== 'pages' || pageKey === undefined) return [text, path.slice(2), text.root]
    return [text, rest, text.items[this.#pageIndex(path, text)]]
  }

  /** Inside a page, only an answer or a blank can be gone. Its path has seven steps. */
  #goneItem(path: readonly string[]): readonly string[] {
    return path.slice(0, 7)
  }

  #listOfLessons(): GroupList {
    const put = (index: number, file: DraftText) => {
      this.#lessons = this.#lessons.toSpliced(index, 0, file)
      const names = numbered(
        this.#lessons.map(({ name }) => name),
        index,
      )
      for (const [at, one] of this.#lessons.entries()) one.name = names[at] as string
    }
    return {
      keys: () => this.#lessonKeys(),
      valueOf: index => {
        const text = this.#lessons[index]?.text
        return text && { ...(text.root as object), pages: text.items }
      },
      insert: (index, value) => {
        const { id } = value as { id?: unknown }
        put(index, new DraftText(`lessons/00-${stemOf(String(id))}.yaml`, stringify(value, { lineWidth: 0 })))
      },
      insertSlice: (index, { text, name = '' }) => put(index, new DraftText(name, text)),
      remove: index => {
        const [file] = this.#lessons.splice(index, 1) as [DraftText]
        return { text: file.source, indent: 0, name: file.name }
      },
    }
  }
}

/** The text of course.yaml with another value in a field. Throws `courses/has-mistakes` if it cannot be read. */
export function withCourseField(source: string, field: string, value: Value): string {
  if (!openText(source, 'canDo')) throw new ApiError('courses/has-mistakes')
  return withValue(source, [field], value)
}

/** All pages of a course by the keys of lesson and page. */
export function pagesByKey(course: DraftCourse): ReadonlyMap<string, Value> {
  return new Map(
    course.lessons.flatMap(({ key, pages }) => {
      const keys = itemKeys(pages)
      return pages.map((page, index) => [`${key}/${keys[index]}`, page] as const)
    }),
  )
}

/** A course keeps its id. Lessons and pages are no fields: they are inserted, moved and removed one by one. */
export function throwIfNoField(path: readonly string[]): void {
  const isField =
    path[0] === 'course'
      ? path.length > 1 && path[1] !== 'id'
      : path.length > 2 && (path[2] !== 'pages' || path.length > 4)
  if (!isField || !['course', 'lessons'].includes(path[0] as string)) throw new NotAllowedError()
}

function pagesIn(text: ListText): GroupList {
  return {
    keys: () => itemKeys(text.items),
    valueOf: index => text.items[index],
    insert: (index, value) => text.insert(index, value),
    insertSlice: (index, slice) => text.insertSlice(index, slice),
    remove: index => text.remove(index),
  }
}

function numberIn(name: string): number {
  return Number(/^lessons\/(\d+)-/.exec(name)?.[1] ?? Number.POSITIVE_INFINITY)
}
