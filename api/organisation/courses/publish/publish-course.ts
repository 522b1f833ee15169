import type { Transaction } from 'kysely'
import { ApiError } from '../../../../contract/calls/api-error.ts'
import type { ActResult } from '../../../audit-log/audit-log.ts'
import { raiseVersion } from '../../../courses/catalogue/withdraw.ts'
import type { CourseChecker } from '../../../courses/checking/course-checker.ts'
import { ensureAuthorId, OPERATOR } from '../../../courses/drafts/authors.ts'
import { DraftCourse, withCourseField } from '../../../courses/drafts/draft-course.ts'
import {
  deleteDraft,
  newestVersion,
  type WrittenCourse,
  withTexts,
  writtenCourse,
} from '../../../courses/drafts/draft-store.ts'
import { revisionOf } from '../../../courses/drafts/edit-log.ts'
import { addReload } from '../../../courses/drafts/edits-since.ts'
import type { Originals } from '../../../courses/files/originals.ts'
import type { MediaFile } from '../../../courses/reading/media-file.ts'
import { type Publication, prepareCourse, replaceCourse } from '../../../courses/replace-course.ts'
import type { Db, Tables } from '../../../database/tables.ts'
import type { Publisher } from '../../../media/publish.ts'
import { checkWritten } from '../check-stored-draft.ts'
import { filmsInMaking } from '../films/course-films.ts'

type Trx = Transaction<Tables>
export type PublishDeps = {
  db: Db
  checker: CourseChecker
  originals: Originals
  publisher: Publisher | undefined
}

type WantedPublication = { id: string; to: 'beta' | 'everybody'; revision: number; version: number | null }
/** Data that is read before the transaction and compared inside it. */
export type PreparedPublication = {
  publication: Publication
  revision: number
  version: number | null
  written: WrittenCourse
}

/** Checks the draft and stores its media. Throws the first reason against publishing. */
export async function preparePublishing(
  deps: PublishDeps,
  { id, to, revision, version }: WantedPublication,
): Promise<PreparedPublication> {
  const written = await writtenCourse(deps.db, id)
  const reached = await revisionOf(deps.db, id, written.draft)
  if (reached !== revision || (written.version ?? null) !== version) throw new ApiError('courses/changed-meanwhile')
  // Learners who have the course would lose it.
  if (to === 'beta' && written.state !== 'draft' && !written.isBeta)
    throw new ApiError('bad-request', { message: 'to: a published course does not go back to beta' })
  const shown = withBeta(written, to === 'beta')
  const throwIfInMaking = async (media: readonly MediaFile[]) => {
    const films = await filmsInMaking(deps.db, media)
    if (films.length > 0) throw new ApiError('courses/film-in-making', { message: films.join(', ') })
  }
  return { ...(await compileCourse(deps, shown, throwIfInMaking)), revision, version, written }
}

/** The texts as learners get them. Throws if they have mistakes. */
export async function compileCourse(
  deps: PublishDeps,
  written: WrittenCourse,
  check?: (media: readonly MediaFile[]) => Promise<void>,
): Promise<{ publication: Publication }> {
  const { course } = await checkWritten(deps, written)
  // An id that was edited by hand must be the id of this course.
  if (course?.content.id !== written.courseId) throw new ApiError('courses/has-mistakes')
  await check?.(course.media)
  return prepareCourse(course, { originals: deps.originals, publisher: deps.publisher })
}

/** Writes the beta mark into course.yaml, where the import command looks for it. */
function withBeta(written: WrittenCourse, isBeta: boolean): WrittenCourse {
  const source = written.texts.get('course.yaml')
  if (source === undefined) return written
  const isMarked = new DraftCourse(written.texts).courseFields?.beta !== undefined
  if (!isBeta && !isMarked) return written
  const texts = new Map(written.texts).set('course.yaml', withCourseField(source, 'beta', isBeta ? true : undefined))
  return withTexts(written, texts)
}

/** `uid` is null if the operator does it, by a command. */
export type WhoAndWhy = { uid: string | null; reason?: string | undefined }

/** Needs the locks of the draft and of the catalogue. */
export async function publish(
  trx: Trx,
  { publication, revision, version, written }: PreparedPublication,
  { uid, reason }: WhoAndWhy,
  now: number,
): Promise<ActResult<{ version: number | null }>> {
  const { courseId } = written
  await throwIfChanged(trx, courseId, { revision, version })
  const authorId = uid === null ? null : await ensureAuthorId(trx, uid)
  const kind = written.draft?.kind ?? 'publish'
  const made = await replaceKeepingPlace(trx, publication, { kind, reason: reason || null, authorId }, now)
  await trx.updateTable('courses').set({ withdrawn_at: null }).where('id', '=', courseId).execute()
  await raiseVersion(trx)
  await addReload(trx, { courseId, authorId: authorId ?? OPERATOR }, now)
  await deleteDraft(trx, courseId)
  const details = { course: courseId, version: made ?? version, isNew: made != null }
  const line = { action: 'course-published', details } as const
  return { result: { version: made ?? null }, lines: [line] }
}

/** Throws if the course or its draft has changed since the author saw it. */
export async function throwIfChanged(
  trx: Trx,
  courseId: string,
  seen: { revision?: number; version: number | null },
): Promise<void> {
  const draft = await trx.selectFrom('course_drafts').selectAll().where('course_id', '=', courseId).executeTakeFirst()
  const newest = await newestVersion(trx, courseId)
  const isSame = (newest?.number ?? null) === seen.version
  const isSameDraft = seen.revision === undefined || (await revisionOf(trx, courseId, draft)) === seen.revision
  if (!isSame || !isSameDraft) throw new ApiError('courses/changed-meanwhile')
}

/** Keeps the place of the course in the list. Only an imported folder brings its own place. */
export async function replaceKeepingPlace(
  trx: Trx,
  publication: Publication,
  made: Parameters<typeof replaceCourse>[2],
  now: number,
): Promise<number | undefined> {
  const row = await trx
    .selectFrom('courses')
    .select('position')
    .where('id', '=', publication.content.id)
    .executeTakeFirst()
  return replaceCourse(trx, { ...publication, position: row?.position ?? publication.position }, made, now)
}
