import { randomBytes } from 'node:crypto'
import { stringify } from 'yaml'
import { ApiError } from '../../../contract/calls/api-error.ts'
import type { Language } from '../../../contract/languages.ts'
import { pageTypes } from '../../../contract/pages/index.ts'
import type { Db } from '../../database/tables.ts'
import { inFolderOrder, LESSON_FILE } from '../files/course-file-list.ts'
import { fileOfText } from '../files/texts.ts'
import { withValue } from '../writing/edit-yaml.ts'
import { DraftCourse } from './draft-course.ts'
import { type WrittenCourse, withTexts, writtenCourse } from './draft-store.ts'

/** The type of the first page: one without a question. */
const FIRST_TYPE = [...pageTypes.values()].find(type => type.needs === 'text-or-media')?.type

type NewCourse = { title: string; language: Language }
type Content = Pick<WrittenCourse, 'files' | 'texts'>

/** An id that no other course has, made of the Latin letters of a title. */
export async function freeCourseId(db: Db, title: string): Promise<string> {
  return freeIdAmong(new Set(await takenCourseIds(db)), title)
}

/** The ids of all courses, also of those that are only a draft or were deleted. */
export async function takenCourseIds(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('courses')
    .select('id')
    .union(db.selectFrom('course_drafts').select('course_id as id'))
    .union(db.selectFrom('course_versions').select('course_id as id'))
    .execute()
  return rows.map(({ id }) => id)
}

export function freeIdAmong(taken: ReadonlySet<string>, title: string): string {
  const stem = slugOf(title)
  for (let number = 1; number < 100; number++) {
    const id = number === 1 ? stem : `${stem}-${number}`
    if (!taken.has(id)) return id
  }
  return `${stem}-${randomLetters()}`
}

function slugOf(title: string): string {
  const letters = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
    .replace(/-+$/, '')
  return letters.length >= 2 ? letters : `course-${randomLetters()}`
}

function randomLetters(): string {
  return randomBytes(4).toString('hex')
}

/** A course with one lesson of one empty page. */
export function emptyCourse(id: string, { title, language }: NewCourse): Content {
  const texts = new Map([
    ['course.yaml', stringify({ id, language, title, description: '' })],
    [
      'lessons/01-begin.yaml',
      stringify({ id: `${id}-1`, title, pages: [{ id: 'start', type: FIRST_TYPE, textContent: '' }] }),
    ],
  ])
  return { texts, files: inFolderOrder([...texts].map(([name, text]) => fileOfText(name, text))) }
}

/** A copy with new ids, so that progress in the first course does not show in it. */
export async function copiedCourse(
  db: Db,
  from: string,
  { id, title, language }: Partial<NewCourse> & { id: string },
  formerId = from,
): Promise<Content> {
  return withOtherIds(await writtenCourse(db, from), { id, title, language }, formerId)
}

/** Changes the ids. The copy does not get the fields `beta`, `position` and `sister`. */
export function withOtherIds(
  written: Content,
  { id, title, language }: { id: string; title?: string | undefined; language?: Language | undefined },
  formerId: string,
): Content {
  const { lessons, courseFields } = new DraftCourse(written.texts)
  const source = written.texts.get('course.yaml')
  if (source === undefined) throw new ApiError('courses/without-files')
  if (!courseFields) throw new ApiError('courses/has-mistakes')
  const named = { id, ...(title ? { title } : {}), ...(language ? { language } : {}) }
  const changes = Object.entries({ ...named, beta: undefined, position: undefined, sister: undefined })
  const course = changes.reduce((text, [field, value]) => withValue(text, [field], value), source)
  const texts = new Map([['course.yaml', course]])
  for (const { name, fields } of lessons) {
    const text = written.texts.get(name) ?? ''
    texts.set(name, fields ? withValue(text, ['id'], copiedId(String(fields.id ?? name), formerId, id)) : text)
  }
  return withTexts({ ...EMPTY, ...written }, texts)
}

const EMPTY = {
  courseId: '',
  state: 'draft',
  isBeta: false,
  draft: undefined,
  version: undefined,
  versionFiles: undefined,
} as const

function copiedId(lessonId: string, from: string, to: string): string {
  const stem = LESSON_FILE.exec(lessonId)?.[2] ?? lessonId
  const end = stem.startsWith(`${from}-`) ? stem.slice(from.length + 1) : stem
  return `${to}-${end}`.slice(0, 64).replace(/-+$/, '')
}
