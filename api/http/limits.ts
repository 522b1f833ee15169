import { sql } from 'kysely'
import { ApiError, type ErrorCode } from '../../contract/calls/api-error.ts'
import { SECOND } from '../../contract/time.ts'
import { type Holes, prepare } from '../database/prepare.ts'
import type { Db } from '../database/tables.ts'

/**
 * At most `max` times within `perMs`, from the first time. `key` names the limit, and the person or IP address that it
 * counts; `code` is the error's, a 429.
 */
export type Limit = { key: string; max: number; perMs: number; code?: ErrorCode }

/** Counts one use in the database, so that all processes share the limit. Throws a 429 if it is used up. */
export async function consume(db: Db, limit: Limit, now: number): Promise<void> {
  await consumeCounted(db, limit, now)
}

/** The same, and returns the count. */
export async function consumeCounted(
  db: Db,
  { key, max, perMs, code = 'auth/too-many-requests' }: Limit,
  now: number,
): Promise<number> {
  const [use] = (await countUse(db, { key, now, overAt: now - perMs })) as [Use]
  if (use.count > max) throw new ApiError(code, { retryAfter: Math.ceil((use.started_at + perMs - now) / SECOND) })
  return use.count
}

/** Takes back one use of each limit that has one. */
export async function refund(db: Db, keys: readonly string[]): Promise<void> {
  await db
    .updateTable('limits')
    .set(({ eb }) => ({ count: eb('count', '-', 1) }))
    .where('key', 'in', keys)
    .where('count', '>', 0)
    .execute()
}

type Use = { count: number; started_at: number }

const countUse = prepare((db, { key, now, overAt }: Holes<{ key: string; now: number; overAt: number }>) => {
  const isOver = sql<boolean>`limits.started_at <= ${overAt}`
  return db
    .insertInto('limits')
    .values({ key, started_at: now, count: 1 })
    .onConflict(conflict =>
      conflict.column('key').doUpdateSet({
        count: sql`case when ${isOver} then 1 else limits.count + 1 end`,
        started_at: sql`case when ${isOver} then ${now} else limits.started_at end`,
      }),
    )
    .returning(['count', 'started_at'])
})
