import type { Draft, DraftLesson } from '../../../contract/organisation/drafts.ts'
import type { DraftPath } from '../../../contract/organisation/edits.ts'

/** An answer or a blank as the file has it. */
export type Group = { [field: string]: unknown }

/** The value at a path; undefined if it is not there. */
export function draftValueAt(draft: Draft, path: DraftPath): unknown {
  const [place, ...rest] = path
  if (place === 'course') return inside(draft.course, rest)
  const [lessonKey, ...inLesson] = rest
  if (lessonKey === undefined) return draft.lessons
  const lesson = lessonOf(draft, lessonKey)
  if (inLesson.length === 0) return lesson
  if (inLesson[0] !== 'pages') return inside(lesson?.fields, inLesson)
  const [, pageKey, ...inPage] = inLesson
  if (pageKey === undefined) return lesson?.pages
  const page = lesson?.pages.find(({ key }) => key === pageKey)
  return inPage.length === 0 ? page : inside(page?.fields, inPage)
}

export function lessonOf({ lessons }: Draft, lessonKey: string): DraftLesson | undefined {
  return lessons.find(({ key }) => key === lessonKey)
}

/** The keys of the groups in a list. A group without an id, or with the id of another group, has its place as key. */
export function groupKeys(list: readonly unknown[]): string[] {
  const ids = list.map(group => (isGroup(group) ? group.id : undefined))
  return ids.map((id, index) =>
    typeof id === 'string' && id !== '' && ids.filter(other => other === id).length === 1 ? id : `#${index}`,
  )
}

export function isGroup(value: unknown): value is Group {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function inside(value: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path
  if (name === undefined) return value
  if (Array.isArray(value)) return inside(value[groupKeys(value).indexOf(name)], rest)
  return isGroup(value) && Object.hasOwn(value, name) ? inside(value[name], rest) : undefined
}

/** The draft with another value at a path; undefined removes it. Unchanged parts stay the same objects. */
export function withDraftValue(draft: Draft, path: DraftPath, value: unknown): Draft {
  const [place, ...rest] = path
  if (place === 'course') return { ...draft, course: changed(draft.course, rest, value) as Group }
  const [lessonKey, ...inLesson] = rest
  return {
    ...draft,
    lessons: draft.lessons.map(lesson =>
      lesson.key === lessonKey ? inLessonChanged(lesson, inLesson, value) : lesson,
    ),
  }
}

function inLessonChanged(
  lesson: DraftLesson,
  [name, pageKey, ...inPage]: readonly string[],
  value: unknown,
): DraftLesson {
  if (name !== 'pages')
    return { ...lesson, fields: changed(lesson.fields, [name as string, ...rest()], value) as Group }
  return {
    ...lesson,
    pages: lesson.pages.map(page =>
      page.key === pageKey ? { ...page, fields: changed(page.fields, inPage, value) as Group } : page,
    ),
  }

  function rest(): string[] {
    return pageKey === undefined ? [] : [pageKey, ...inPage]
  }
}

function changed(value: unknown, path: readonly string[], next: unknown): unknown {
  const [name, ...rest] = path
  if (name === undefined) return next
  if (Array.isArray(value)) {
    const at = groupKeys(value).indexOf(name)
    return value.map((group, index) => (index === at ? changed(group, rest, next) : group))
  }
  const group = isGroup(value) ? value : {}
  const inner = changed(group[name], rest, next)
  const { [name]: _, ...others } = group
  if (inner === undefined) return others
  return { ...group, [name]: inner }
}
