import type { Transaction } from 'kysely'
import { ApiError } from '../../../../contract/calls/api-error.ts'
import type { ActResult } from '../../../audit-log/audit-log.ts'
import { ensureAuthorId, OPERATOR } from '../../../courses/drafts/authors.ts'
import { textsOfVersion } from '../../../courses/drafts/draft-store.ts'
import { addReload } from '../../../courses/drafts/edits-since.ts'
import type { CourseFile } from '../../../courses/files/course-file-list.ts'
import type { Tables } from '../../../database/tables.ts'
import {
  compileCourse,
  type PreparedPublication,
  type PublishDeps,
  replaceKeepingPlace,
  throwIfChanged,
  type WhoAndWhy,
} from './publish-course.ts'

/** Compiles an earlier version again from its stored files. */
export async function prepareRollBack(
  deps: PublishDeps,
  { id, to }: { id: string; to: number },
): Promise<Pick<PreparedPublication, 'publication'>> {
  const row = await deps.db
    .selectFrom('course_versions')
    .select('files')
    .where('course_id', '=', id)
    .where('number', '=', to)
    .executeTakeFirst()
  if (!row) throw new ApiError('not-found')
  if (row.files == null) throw new ApiError('courses/without-files')
  const files = JSON.parse(row.files) as CourseFile[]
  const texts = await textsOfVersion(deps.db, files)
  const empty = { state: 'published', isBeta: false, draft: undefined, version: to, versionFiles: files } as const
  return compileCourse(deps, { courseId: id, files, texts, ...empty })
}

type RollBack = WhoAndWhy & { id: string; to: number; version: number | null }

/**
 * Goes back to an earlier version. The same people see the course as before, even if only beta users had that version,
 * because the others would lose the course. A draft stays as it is. Needs the locks of the draft and of the catalogue.
 */
export async function rollBack(
  trx: Transaction<Tables>,
  { publication }: Pick<PreparedPublication, 'publication'>,
  { id, to, version, uid, reason }: RollBack,
  now: number,
): Promise<ActResult<{ version: number | null }>> {
  await throwIfChanged(trx, id, { version })
  const authorId = uid === null ? null : await ensureAuthorId(trx, uid)
  const made = { kind: 'roll-back', reason: reason || null, authorId, fromNumber: to } as const
  const present = await trx.selectFrom('courses').select('is_beta').where('id', '=', id).executeTakeFirstOrThrow()
  const isBeta = present.is_beta === 1
  const number = await replaceKeepingPlace(trx, { ...publication, isBeta }, made, now)
  await addReload(trx, { courseId: id, authorId: authorId ?? OPERATOR }, now)
  const details = { course: id, to, version: number ?? version }
  return { result: { version: number ?? null }, lines: [{ action: 'course-rolled-back', details }] }
}
