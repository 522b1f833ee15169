import type { Transaction } from 'kysely'
import { ApiError } from '../../../contract/calls/api-error.ts'
import type { Tables } from '../../database/tables.ts'
import type { Originals } from '../files/originals.ts'
import { applyEdits } from './apply-edits.ts'
import { ensureAuthorId } from './authors.ts'
import { findOpenConflict, markSettled, savePresentAuthor, valueNow } from './conflicts.ts'
import { DraftCourse } from './draft-course.ts'
import { writtenCourse } from './draft-store.ts'
import { EditLog } from './edit-log.ts'

type Settling = {
  courseId: string
  conflictId: string
  keep: 'stands' | 'other'
  uid: string
  originals: Originals
  now: number
}

/** Ends a conflict. The value that was not chosen can be found as long as edits are kept. Returns the revision. */
export async function settleConflict(
  trx: Transaction<Tables>,
  { courseId, conflictId, keep, uid, originals, now }: Settling,
): Promise<number> {
  const conflict = await findOpenConflict(trx, courseId, conflictId)
  const other = conflict.other_value === null ? undefined : JSON.parse(conflict.other_value)
  const path = JSON.parse(conflict.path) as string[]
  const authorId = await ensureAuthorId(trx, uid)
  if (keep === 'other') await restoreGone(trx, path, { courseId, conflictId, uid, originals, now })
  const written = await writtenCourse(trx, courseId)
  const present = valueNow(written.texts, path)
  const log = await EditLog.open(trx, written, authorId, now)
  const to = keep === 'stands' ? present : other
  const edit = { id: `settle-${conflict.id}`, at: now, change: { op: 'set', path, from: present, to } } as const
  if (keep === 'stands') {
    // The draft stays as it is. The edit says who chose.
    await log.add(edit, { id: edit.id, outcome: 'done' })
    await markSettled(trx, conflict.id, {}, now)
    return log.revision
  }
  const lastChange = await log.lastChangeAt(path)
  const { revision, results } = await applyEdits(trx, [edit], { courseId, uid, since: 0, originals, now })
  // The page or answer was deleted too long ago to be restored. The conflict stays open, so its text can be copied.
  if (results[0]?.outcome === 'refused' || results[0]?.outcome === 'conflict') throw new ApiError('not-found')
  const lost = { value: present, authorId: conflict.stands_author_id, at: lastChange?.written_at ?? conflict.made_at }
  await markSettled(trx, conflict.id, { lost }, now)
  await savePresentAuthor(trx, courseId, path, conflict.other_author_id)
  return revision
}

/** Restores the deleted page or answer for which the chosen text was written, as an edit inside it would. */
async function restoreGone(
  trx: Transaction<Tables>,
  path: readonly string[],
  { conflictId, ...author }: Omit<Settling, 'keep'>,
): Promise<void> {
  const { courseId, uid, now } = author
  if (path[0] !== 'lessons') return
  for (const length of [2, 4, 7]) {
    const item = path.slice(0, length)
    const written = await writtenCourse(trx, courseId)
    if (item.length < length || new DraftCourse(written.texts).hasItem(item)) continue
    const log = await EditLog.open(trx, written, await ensureAuthorId(trx, uid), now)
    const last = await log.lastMoveOrRemovalOf(item)
    if (last?.undo.kind !== 'removed') return
    const change = { op: 'restore', edit: last.row.id } as const
    await applyEdits(trx, [{ id: `settle-${conflictId}/${length}`, at: now, change }], { ...author, since: 0 })
  }
}
