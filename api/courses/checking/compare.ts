import { isDeepStrictEqual } from 'node:util'
import { diffArrays } from 'diff'
import type { Comparison, Difference, TextPart } from '../../../contract/organisation/course-files.ts'
import { DraftCourse } from '../drafts/draft-course.ts'
import type { WrittenCourse } from '../drafts/draft-store.ts'
import { itemKeys } from '../drafts/keys.ts'
import { isText } from '../files/course-file-list.ts'
import type { Value } from '../writing/yaml-value.ts'

export type ComparedCourse = Pick<WrittenCourse, 'files' | 'texts'>
type Field = Difference['fields'][number]
type Fields = Record<string, Value>
type Place = { number: number; fields: Fields; lesson: { key: string; title: string } }

/** If more words of a text changed, it is shown whole, before and after: to compare such texts would take seconds. */
const MAX_CHANGED_WORDS = 500
/** Finds the words of each script, with the vowel signs of Arabic. */
const wordBreaks = new Intl.Segmenter(undefined, { granularity: 'word' })
const MAX_TITLE = 140
/** Fields whose value is a name or a code, so its words are not compared. */
const NAMES = new Set(['type', 'note', 'language', 'icon', 'avFilename', 'captions'])

/** Compares two folders. Lessons and pages are found by their ids. */
export function compareTexts(a: ComparedCourse, b: ComparedCourse): Comparison {
  const same = sameTexts(a, b)
  const [before, after] = [courseOf(a, same), courseOf(b, same)]
  const course = fieldsOf(before.course.courseFields ?? {}, after.course.courseFields ?? {})
  const none = { lessonId: null, lessonTitle: null, pageId: null, number: null, title: null }
  return {
    pages: after.pages.size + pagesIn(b, same),
    differences: [
      ...(course.length > 0 ? [{ what: 'course', kind: 'changed', ...none, fields: course } as const] : []),
      ...compareItems('lesson', before.lessons, after.lessons),
      ...compareItems('page', before.pages, after.pages),
    ],
    files: compareFiles(a, b),
  }
}

/** Unchanged lesson files need not be parsed; most are unchanged. */
function sameTexts(a: ComparedCourse, b: ComparedCourse): ReadonlySet<string> {
  const names = [...a.texts.keys()].filter(name => name !== 'course.yaml' && a.texts.get(name) === b.texts.get(name))
  return new Set(names)
}

/** Counts pages without parsing the YAML: each page begins with a hyphen in the same column as the first page. */
function pagesIn({ texts }: ComparedCourse, names: ReadonlySet<string>): number {
  const lists = [...texts].flatMap(([name, text]) => (names.has(name) ? (text.split(/^pages:/m)[1] ?? []) : []))
  return lists.reduce((sum, list) => {
    const indent = /^( *)- /m.exec(list)?.[1]
    return indent === undefined ? sum : sum + (list.match(new RegExp(`^${indent}- `, 'gm'))?.length ?? 0)
  }, 0)
}

function courseOf({ texts }: ComparedCourse, same: ReadonlySet<string>) {
  const course = new DraftCourse(new Map([...texts].filter(([name]) => !same.has(name))))
  const lessons = new Map<string, Place>()
  const pages = new Map<string, Place>()
  for (const [index, { key, fields = {}, pages: own }] of course.lessons.entries()) {
    const lesson = { key, title: String(fields.title ?? key) }
    lessons.set(key, { number: index + 1, fields, lesson })
    const keys = itemKeys(own)
    for (const [place, page] of own.entries())
      pages.set(`${key}\n${keys[place]}`, { number: place + 1, fields: page as Fields, lesson })
  }
  return { course, lessons, pages }
}

function compareItems(
  what: 'lesson' | 'page',
  before: ReadonlyMap<string, Place>,
  after: ReadonlyMap<string, Place>,
): Difference[] {
  const stayed = [...before.keys()].filter(key => after.has(key))
  const moved = movedAmong(
    stayed,
    [...after.keys()].filter(key => before.has(key)),
  )
  const inAfter = [...after].flatMap(([key, place]): Difference[] => {
    const was = before.get(key)
    if (!was) return [{ ...described(what, key, place), kind: 'added', title: titleOf(place.fields), fields: [] }]
    const fields = fieldsOf(was.fields, place.fields)
    const here = { ...described(what, key, place), title: titleOf(place.fields) }
    const found: Difference[] = []
    if (moved.has(key)) found.push({ ...here, kind: 'moved', fields: [] })
    if (fields.length > 0) found.push({ ...here, kind: 'changed', fields })
    return found
  })
  const gone = [...before].filter(([key]) => !after.has(key))
  return [
    ...inAfter,
    ...gone.map(
      ([key, place]): Difference => ({
        ...described(what, key, place),
        kind: 'removed',
        title: titleOf(place.fields),
        fields: [],
      }),
    ),
  ]
}

function described(what: 'lesson' | 'page', key: string, { lesson, number }: Place) {
  const pageId = what === 'page' ? (key.split('\n')[1] as string) : null
  return { what, lessonId: lesson.key, lessonTitle: lesson.title, pageId, number }
}

/** Finds the items that moved: all except the longest sequence of items that kept their order. */
function movedAmong(before: readonly string[], after: readonly string[]): ReadonlySet<string> {
  const placeOf = new Map(before.map((key, place) => [key, place]))
  const places = after.map(key => placeOf.get(key) as number)
  const tails: number[] = []
  const previous: number[] = []
  for (const [index, place] of places.entries()) {
    const length = firstFrom(tails.length, at => (places[tails[at] as number] as number) >= place)
    previous[index] = length > 0 ? (tails[length - 1] as number) : -1
    tails[length] = index
  }
  const kept = new Set<number>()
  for (let index = tails.at(-1) ?? -1; index >= 0; index = previous[index] as number) kept.add(index)
  return new Set(after.filter((_, index) => !kept.has(index)))
}

/** Binary search for the first index that fulfils the condition. All later indexes must fulfil it, too. */
function firstFrom(length: number, isAtOrAfter: (index: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isAtOrAfter(middle)) high = middle
    else low = middle + 1
  }
  return low
}

function titleOf({ title, textContent }: Fields): string | null {
  if (typeof title === 'string') return title
  if (typeof textContent !== 'string') return null
  const lines = textContent.split('\n').map(line => line.trim())
  const heading = lines.find(line => line.startsWith('#')) ?? lines.find(line => line !== '')
  return heading?.replace(/^#+\s*/, '').slice(0, MAX_TITLE) ?? null
}

function fieldsOf(before: Value, after: Value, path: string[] = []): Field[] {
  if (isDeepStrictEqual(before, after)) return []
  const isText = typeof before === 'string' && typeof after === 'string' && !NAMES.has(path.at(-1) ?? '')
  if (isText) return [{ path, parts: partsOf(before, after) }]
  const [groupBefore, groupAfter] = [groupOf(before), groupOf(after)]
  if (!groupBefore || !groupAfter)
    return [{ path, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) }]
  const names = new Set([...groupBefore.keys(), ...groupAfter.keys()])
  const inner = [...names].flatMap(name => {
    const found = fieldsOf(groupBefore.get(name), groupAfter.get(name), [...path, name])
    if (!Array.isArray(after)) return found
    const item = 1 + [...(groupAfter.has(name) ? groupAfter : groupBefore).keys()].indexOf(name)
    return found.map(field => ({ ...field, item }))
  })
  // If no item differs, only the order of the list does.
  return inner.length > 0 ? inner : [{ path, before: [...groupBefore.keys()], after: [...groupAfter.keys()] }]
}

/** The fields of a group by their names, or the groups of a list by their keys. Undefined for any other value. */
function groupOf(value: Value): ReadonlyMap<string, Value> | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (!Array.isArray(value)) return new Map(Object.entries(value))
  if (!value.every(item => typeof item === 'object' && item !== null && !Array.isArray(item))) return undefined
  const keys = itemKeys(value)
  return new Map(value.map((item, index) => [keys[index] as string, item]))
}

function partsOf(before: string, after: string): TextPart[] {
  const parts = diffArrays(wordsIn(before), wordsIn(after), { maxEditLength: MAX_CHANGED_WORDS })
  if (!parts)
    return [
      { sign: '-', text: before },
      { sign: '+', text: after },
    ]
  return parts.map(({ added, removed, value }) => {
    const text = value.join('')
    if (added) return { sign: '+', text }
    return { sign: removed ? '-' : '=', text }
  })
}

/** The words of a text, and the spaces and signs between them. */
function wordsIn(text: string): string[] {
  return Array.from(wordBreaks.segment(text), ({ segment }) => segment)
}

function compareFiles(a: ComparedCourse, b: ComparedCourse): Comparison['files'] {
  const [before, after] = [a, b].map(
    ({ files }) => new Map(files.filter(({ name }) => !isText(name)).map(file => [file.name, file])),
  )
  const names = [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])].toSorted()
  return names.flatMap(name => {
    const [fileBefore, fileAfter] = [before?.get(name), after?.get(name)]
    if (fileBefore?.digest === fileAfter?.digest) return []
    const shown = (file: typeof fileBefore) => (file ? { digest: file.digest, bytes: file.bytes } : null)
    return [{ name, before: shown(fileBefore), after: shown(fileAfter) }]
  })
}
