import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { ApiError } from '../../../contract/calls/api-error.ts'
import type { Corrected } from '../../../contract/organisation/other-programs.ts'
import type { Done } from '../../audit-log/audit-log.ts'
import { authorIdOf } from '../../courses/drafts/authors.ts'
import { DraftCourse } from '../../courses/drafts/draft-course.ts'
import {
  anyWrittenCourse,
  beginDraft,
  deleteDraft,
  IMPORT_PREFIX,
  type WrittenCourse,
  withTexts,
  writtenCourse,
} from '../../courses/drafts/draft-store.ts'
import { addReload } from '../../courses/drafts/edits-since.ts'
import { copiedCourse, freeCourseId } from '../../courses/drafts/new-course.ts'
import { correctedTexts } from '../../courses/other-programs/outline.ts'
import { withValue } from '../../courses/writing/edit-yaml.ts'
import type { Db, Tables } from '../../database/tables.ts'
import { queueFilmsOf } from './films/course-films.ts'
import { courseIdIn } from './imports.ts'

type Taking = {
  importId: string
  asNew: boolean
  replaces: boolean
  outline?: Corrected | undefined
  uid: string | null
}

/** The locks of the course that an upload is for. */
export async function courseOfImport(db: Db, importId: string): Promise<string> {
  const { texts } = await writtenCourse(db, IMPORT_PREFIX + importId)
  return courseIdIn(texts) ?? ''
}

/** Makes the upload the draft of its course. Needs the locks of that draft and of the catalogue. */
export async function takeImport(
  trx: Transaction<Tables>,
  { importId, asNew, replaces, outline, uid }: Taking,
  now: number,
): Promise<Done<{ courseId: string; replaced: string | null }>> {
  const from = IMPORT_PREFIX + importId
  const upload = await writtenCourse(trx, from)
  const { courseId, content } = outline
    ? await correctedCourse(trx, upload, outline)
    : await wholeCourse(trx, upload, from, asNew)
  const known = await anyWrittenCourse(trx, courseId)
  if (known?.draft && !replaces) throw new ApiError('courses/draft-exists')
  const replaced = known?.draft ? await putAside(trx, known, now) : null
  await beginDraft(trx, { courseId, baseVersion: known?.version ?? null, kind: 'import' }, content, now)
  await addReload(trx, courseId, await authorIdOf(trx, uid), now)
  await queueFilmsOf(trx, courseId, now)
  return { result: { courseId, replaced }, lines: [{ action: 'draft-imported', details: { course: courseId } }] }
}

/** Makes a draft an upload, so that it can be taken back. Returns the id of that. */
async function putAside(trx: Transaction<Tables>, written: WrittenCourse, now: number): Promise<string> {
  const id = randomUUID()
  await deleteDraft(trx, written.courseId)
  const upload = { courseId: IMPORT_PREFIX + id, baseVersion: null, kind: 'import' } as const
  await beginDraft(trx, upload, withId(written, written.courseId), now)
  return id
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

/** If its id cannot be used, a folder gets the id of its draft. */
function withId(upload: WrittenCourse, id: string): WrittenCourse {
  const source = upload.texts.get('course.yaml')
  const fields = new DraftCourse(upload.texts).courseFields
  if (source === undefined || !fields || fields.id === id) return upload
  return withTexts(upload, new Map(upload.texts).set('course.yaml', withValue(source, ['id'], id)))
}
