import type { Transaction } from 'kysely'
import { ApiError } from '../../../contract/calls/api-error.ts'
import type { Tables } from '../../database/tables.ts'
import type { Originals } from '../files/originals.ts'
import { applyEdits } from './apply-edits.ts'
import { openConflict, settle, valueNow } from './conflicts.ts'
import { writtenCourse } from './draft-store.ts'
import { revisionOf } from './edit-log.ts'

type Settling = {
  courseId: string
  conflictId: string
  keep: 'stands' | 'other'
  uid: string
  originals: Originals
  now: number
}

/** Ends a conflict. The value that lost can be found as long as edits are kept. Returns the revision. */
export async function settleAs(
  trx: Transaction<Tables>,
  { courseId, conflictId, keep, uid, originals, now }: Settling,
): Promise<number> {
  const conflict = await openConflict(trx, courseId, conflictId)
  const other = conflict.other_value === null ? undefined : JSON.parse(conflict.other_value)
  const written = await writtenCourse(trx, courseId)
  if (keep === 'stands') {
    await settle(trx, conflict.id, other, null, now)
    return revisionOf(trx, courseId, written.draft)
  }
  const path = JSON.parse(conflict.path) as string[]
  const present = valueNow(written.texts, path)
  const change = { op: 'set', path, from: present, to: other } as const
  const edit = { id: `settle-${conflict.id}`, at: now, change }
  const { revision, results } = await applyEdits(trx, [edit], { courseId, uid, since: 0, originals, now })
  // Its author has deleted the page. The text waits on, so it can be copied.
  if (results[0]?.outcome === 'refused') throw new ApiError('not-found')
  await settle(trx, conflict.id, present, conflict.stands_author_id, now)
  return revision
}
