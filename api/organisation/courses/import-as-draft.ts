import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { ApiError } from '../../../contract/calls/api-error.ts'
import type { Corrected } from '../../../contract/organisation/other-programs.ts'
import type { ActResult } from '../../audit-log/audit-log.ts'
import type { CourseChecker } from '../../courses/checking/course-checker.ts'
import { ensureAuthorId } from '../../courses/drafts/authors.ts'
import { DraftCourse } from '../../courses/drafts/draft-course.ts'
import {
  anyWrittenCourse,
  beginDraft,
  IMPORT_PREFIX,
  type WrittenCourse,
  withTexts,
  writtenCourse,
} from '../../courses/drafts/draft-store.ts'
import { addReload } from '../../courses/drafts/edits-since.ts'
import { copiedCourse, freeCourseId } from '../../courses/drafts/new-course.ts'
import { setAsideOf, setDraftAside, withId } from '../../courses/drafts/set-aside.ts'
import { correctedTexts } from '../../courses/other-programs/outline.ts'
import type { Db, Tables } from '../../database/tables.ts'
import { queueFilmsOf } from './films/course-films.ts'
import { courseIdIn } from './imports.ts'

type Deps = { db: Db; checker: CourseChecker }
type Taking = {
  importId: string
  asNew: boolean
  replaces: boolean
  outline?: Corrected | undefined
  uid: string | null
}

/** The id of the course that an upload is for. Empty if its files have none. */
export async function courseOfImport({ db, checker }: Deps, importId: string): Promise<string> {
  const { texts } = await writtenCourse(db, IMPORT_PREFIX + importId)
  // A large upload is read before the locks are taken, so that nothing waits for them.
  await checker.read(texts)
  return courseIdIn(texts) ?? ''
}

/** Makes the upload the draft of its course. Needs the locks of that draft and of the catalogue. */
export async function importAsDraft(
  trx: Transaction<Tables>,
  { importId, asNew, replaces, outline, uid }: Taking,
  now: number,
): Promise<ActResult<{ courseId: string; replaced: string | null }>> {
  const from = IMPORT_PREFIX + importId
  const upload = await writtenCourse(trx, from)
  const { courseId, content } = outline
    ? await correctedCourse(trx, upload, outline)
    : await wholeCourse(trx, upload, from, asNew)
  const known = await anyWrittenCourse(trx, courseId)
  if (known?.draft && !replaces) throw new ApiError('courses/draft-exists')
  const replaced = known?.draft ? randomUUID() : null
  if (known && replaced) await setDraftAside(trx, known, replaced, now)
  // A draft that is taken back began from a version, and may be older than the newest one.
  const baseVersion = known ? (upload.draft?.base_version ?? known.version ?? null) : null
  await beginDraft(trx, { courseId, baseVersion, kind: upload.draft?.kind ?? 'import' }, content, now)
  const isBack = (await setAsideOf(trx, courseId, now))?.importId === importId
  const before = { importId: replaced, because: isBack ? 'taken-back' : 'replaced' } as const
  await addReload(trx, { courseId, authorId: await ensureAuthorId(trx, uid), before }, now)
  await queueFilmsOf(trx, courseId, now)
  return { result: { courseId, replaced }, lines: [{ action: 'draft-imported', details: { course: courseId } }] }
}

async function correctedCourse(trx: Db, upload: WrittenCourse, outline: Corrected) {
  const courseId = await freeCourseId(trx, outline.title)
  return { courseId, content: withTexts(upload, correctedTexts(upload.texts, outline, courseId)) }
}

async function wholeCourse(trx: Db, upload: WrittenCourse, from: string, asNew: boolean) {
  const own = courseIdIn(upload.texts)
  const fields = new DraftCourse(upload.texts).courseFields
  const title = typeof fields?.title === 'string' ? fields.title : ''
  const courseId = asNew || own === null ? await freeCourseId(trx, title) : own
  const content = asNew && fields ? await copyOf(trx, from, courseId, { own, title }) : withId(upload, courseId)
  return { courseId, content }
}

async function copyOf(trx: Db, from: string, id: string, { own, title }: { own: string | null; title: string }) {
  return copiedCourse(trx, from, { id, title }, own ?? '')
}
