import type { Transaction } from 'kysely'
import type { SetAside } from '../../../contract/organisation/drafts.ts'
import type { AppliedEdit, Change } from '../../../contract/organisation/edits.ts'
import type { Db, Tables } from '../../database/tables.ts'
import { authorsOf, NOBODY } from './authors.ts'
import { type EditRow, revisionOf } from './edit-log.ts'

/** The edits since a revision. `isOutdated`: some of them were deleted, or the whole draft was replaced. */
export async function editsSince(
  db: Db,
  courseId: string,
  { since, revision }: { since: number; revision: number },
): Promise<{ edits: AppliedEdit[]; isOutdated: boolean }> {
  const rows = await db
    .selectFrom('draft_edits')
    .selectAll()
    .where('course_id', '=', courseId)
    .where('revision', '>', since)
    .orderBy('revision')
    .execute()
  const isOutdated = since > revision || rows.length < revision - since || rows.some(isReload)
  if (isOutdated || rows.length === 0) return { edits: [], isOutdated }
  const authors = await authorsOf(db)
  const edits = rows.map(row => ({
    revision: Number(row.revision),
    id: row.id,
    by: authors.get(row.author_id) ?? NOBODY,
    at: row.written_at,
    change: JSON.parse(row.change) as Change,
  }))
  return { edits, isOutdated }
}

export const RELOAD = '{"op":"reload"}'

function isReload({ change }: EditRow): boolean {
  return change === RELOAD
}

/** What a reload stores about the draft that was replaced. `importId` is null if there was no such draft. */
export type FormerDraft = Pick<SetAside, 'because'> & { importId: string | null }

/** Makes every open browser load the whole draft again. `before` is given if this draft replaced another one. */
export async function addReload(
  trx: Transaction<Tables>,
  { courseId, authorId, before }: { courseId: string; authorId: string; before?: FormerDraft },
  now: number,
): Promise<number> {
  const draft = await trx.selectFrom('course_drafts').selectAll().where('course_id', '=', courseId).executeTakeFirst()
  const revision = (await revisionOf(trx, courseId, draft)) + 1
  const row = { course_id: courseId, id: `reload-${revision}`, revision, author_id: authorId }
  const result = JSON.stringify(before ?? {})
  const rest = { made_at: now, written_at: now, change: RELOAD, result, item: null, undo: null }
  await trx
    .insertInto('draft_edits')
    .values({ ...row, ...rest })
    .execute()
  await trx.updateTable('course_drafts').set({ revision }).where('course_id', '=', courseId).execute()
  return revision
}
