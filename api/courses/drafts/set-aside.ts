import type { Transaction } from 'kysely'
import type { SetAside } from '../../../contract/organisation/drafts.ts'
import type { Db, Tables } from '../../database/tables.ts'
import { withValue } from '../writing/edit-yaml.ts'
import { authorsOf, NOBODY } from './authors.ts'
import { IMPORT_KEPT_MS } from './delete-expired.ts'
import { DraftCourse } from './draft-course.ts'
import { beginDraft, deleteDraft, IMPORT_PREFIX, type WrittenCourse, withTexts } from './draft-store.ts'
import { type FormerDraft, RELOAD } from './edits-since.ts'

/**
 * Turns a draft into an upload with this id, so that an author can get it back for as long as uploads are kept. Its
 * open conflicts are settled: their texts become earlier texts of their page.
 */
export async function setDraftAside(
  trx: Transaction<Tables>,
  written: WrittenCourse,
  id: string,
  now: number,
): Promise<void> {
  const { courseId, draft } = written
  await deleteDraft(trx, courseId)
  const upload = {
    courseId: IMPORT_PREFIX + id,
    baseVersion: draft?.base_version ?? null,
    kind: draft?.kind ?? 'import',
  } as const
  await beginDraft(trx, upload, withId(written, courseId), now)
  await trx
    .updateTable('draft_conflicts')
    .set({ settled_at: now })
    .where('course_id', '=', courseId)
    .where('settled_at', 'is', null)
    .execute()
}

/** The draft that was last discarded, or replaced by a file, if an author can still get it back. */
export async function setAsideOf(db: Db, courseId: string, now: number): Promise<SetAside | undefined> {
  const row = await db
    .selectFrom('draft_edits')
    .select(['author_id', 'made_at', 'result'])
    .where('course_id', '=', courseId)
    .where('change', '=', RELOAD)
    .where('result', '!=', '{}')
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return undefined
  const until = row.made_at + IMPORT_KEPT_MS
  const { importId, because } = JSON.parse(row.result) as FormerDraft
  if (importId === null || until <= now) return undefined
  const by = (await authorsOf(db)).get(row.author_id) ?? NOBODY
  return { importId, because, by, until }
}

/** Writes this id into an upload whose folder has another id. */
export function withId(upload: WrittenCourse, id: string): WrittenCourse {
  const source = upload.texts.get('course.yaml')
  const fields = new DraftCourse(upload.texts).courseFields
  if (source === undefined || !fields || fields.id === id) return upload
  return withTexts(upload, new Map(upload.texts).set('course.yaml', withValue(source, ['id'], id)))
}
