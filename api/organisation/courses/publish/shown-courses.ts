import type { Transaction } from 'kysely'
import { ApiError } from '../../../../contract/calls/api-error.ts'
import type { ActResult } from '../../../audit-log/audit-log.ts'
import { raiseVersion } from '../../../courses/catalogue/withdraw.ts'
import { newestVersion } from '../../../courses/drafts/draft-store.ts'
import type { Tables } from '../../../database/tables.ts'

type Trx = Transaction<Tables>

/** Needs the lock of the catalogue. */
export async function withdraw(
  trx: Trx,
  id: string,
  { mayFinish }: { mayFinish: boolean },
  now: number,
): Promise<ActResult> {
  const row = await trx
    .updateTable('courses')
    .set({ withdrawn_at: now, is_closed: mayFinish ? 0 : 1 })
    .where('id', '=', id)
    .returning('id')
    .execute()
  if (row.length === 0) throw new ApiError('not-found')
  await raiseVersion(trx)
  return { result: null, lines: [{ action: 'course-withdrawn', details: { course: id } }] }
}

/** Brings a withdrawn course back as it is. Needs the lock of the catalogue. */
export async function showAgain(trx: Trx, id: string): Promise<ActResult> {
  const row = await trx
    .updateTable('courses')
    .set({ withdrawn_at: null })
    .where('id', '=', id)
    .returning('id')
    .execute()
  if (row.length === 0) throw new ApiError('not-found')
  await raiseVersion(trx)
  const version = (await newestVersion(trx, id))?.number ?? null
  return { result: null, lines: [{ action: 'course-published', details: { course: id, version, isNew: false } }] }
}

const GAP = 10

/** Needs the lock of the catalogue. Courses that are not named come after the others. */
export async function orderCourses(trx: Trx, ids: readonly string[]): Promise<ActResult> {
  const rows = await trx.selectFrom('courses').select(['id', 'content']).orderBy('position').orderBy('id').execute()
  const known = rows.map(({ id }) => id)
  const ordered = [...ids.filter(id => known.includes(id)), ...known.filter(id => !ids.includes(id))]
  // An unchanged order has no log line.
  if (ordered.join() === known.join()) return { result: null, lines: [] }
  for (const [index, id] of ordered.entries())
    await trx
      .updateTable('courses')
      .set({ position: (index + 1) * GAP })
      .where('id', '=', id)
      .execute()
  await raiseVersion(trx)
  return { result: null, lines: [{ action: 'courses-ordered', details: { from: known.join(' ') } }] }
}
