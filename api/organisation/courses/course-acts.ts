import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { ApiError } from '../../../contract/calls/api-error.ts'
import type { Language } from '../../../contract/languages.ts'
import type { ActResult } from '../../audit-log/audit-log.ts'
import { ensureAuthorId } from '../../courses/drafts/authors.ts'
import { DraftCourse } from '../../courses/drafts/draft-course.ts'
import { anyWrittenCourse, beginDraft, deleteDraft, writtenCourse } from '../../courses/drafts/draft-store.ts'
import { addReload } from '../../courses/drafts/edits-since.ts'
import { copiedCourse, emptyCourse, freeCourseId, withOtherIds } from '../../courses/drafts/new-course.ts'
import { setDraftAside } from '../../courses/drafts/set-aside.ts'
import type { UnpackedCourse } from '../../courses/zip/read-zip.ts'
import type { Tables } from '../../database/tables.ts'
import { queueFilmsOf } from './films/course-films.ts'

type Trx = Transaction<Tables>
type NewCourse = {
  title: string
  language: Language
  copyOf?: string | undefined
  sample?: string | undefined
  /** The files of the sample. */
  ofSample?: UnpackedCourse | undefined
}

/** Needs the lock of all courses, so that two new courses do not get the same id. */
export async function createCourse(
  trx: Trx,
  { title, language, copyOf, sample, ofSample }: NewCourse,
  now: number,
): Promise<ActResult<{ id: string }>> {
  const id = await freeCourseId(trx, title)
  const content = await contentOf()
  await beginDraft(trx, { courseId: id, baseVersion: null, kind: 'publish' }, content, now)
  await queueFilmsOf(trx, id, now)
  const details = { course: id, copyOf: copyOf ?? sample ?? null }
  return { result: { id }, lines: [{ action: 'course-created', details }] }

  function contentOf() {
    if (ofSample && sample) return withOtherIds(ofSample, { id, title }, sample)
    return copyOf === undefined
      ? emptyCourse(id, { title, language })
      : copiedCourse(trx, copyOf, { id, title, language })
  }
}

/** Sets a draft aside. It can be taken back for a day. Throws if the draft has changed since the author saw it. */
export async function discard(
  trx: Trx,
  { id, revision, uid }: { id: string; revision: number; uid: string | null },
  now: number,
): Promise<ActResult> {
  const written = await anyWrittenCourse(trx, id)
  if (!written?.draft) throw new ApiError('not-found')
  if (written.draft.revision !== revision) throw new ApiError('courses/changed-meanwhile')
  const importId = randomUUID()
  const before = { importId, because: 'discarded' } as const
  await addReload(trx, { courseId: id, authorId: await ensureAuthorId(trx, uid), before }, now)
  await setDraftAside(trx, written, importId, now)
  await trx.deleteFrom('publish_requests').where('course_id', '=', id).execute()
  return { result: null, lines: [{ action: 'draft-discarded', details: { course: id } }] }
}

/** Deletes a course with its draft. Needs the locks of the draft and of the catalogue. */
export async function deleteNeverPublished(trx: Trx, id: string, title: string): Promise<ActResult> {
  const written = await writtenCourse(trx, id)
  if (written.state !== 'draft' || written.version !== undefined) throw new ApiError('courses/was-published')
  const own = new DraftCourse(written.texts).title ?? ''
  if (asShown(title) !== asShown(own)) throw new ApiError('people/other-name')
  await deleteDraft(trx, id)
  for (const table of ['draft_edits', 'draft_conflicts', 'draft_places', 'publish_requests', 'sister_pages'] as const)
    await trx.deleteFrom(table).where('course_id', '=', id).execute()
  return { result: null, lines: [{ action: 'course-deleted', details: { course: id } }] }
}

/** A title without the characters that nobody sees, because nobody can type them. */
function asShown(title: string): string {
  return title
    .normalize()
    .replace(/[\p{Cc}\p{Cf}]/gu, sign => (/\s/.test(sign) ? ' ' : ''))
    .replace(/\s+/g, ' ')
    .trim()
}
