import { sql, type Transaction } from 'kysely'
import { ApiError, type ErrorCode } from '../../contract/calls/api-error.ts'
import { MINUTE, SECOND } from '../../contract/time.ts'
import { troubleIn } from '../database/failures/trouble.ts'
import { batched } from '../database/groups/batched.ts'
import { namesOf, prepareMany, selectAllOf } from '../database/many-rows.ts'
import type { Holes } from '../database/prepare.ts'
import type { Db, LimitKey, Tables } from '../database/tables.ts'
import { writeTogether } from '../database/transaction-with-lock.ts'
import { type Counter, type LimitOwner, limitKey } from './limit-key.ts'

/** At most `max` times within `perMs`, from the first time. `code` is the error's, a 429. */
export type Limit = Counter & { max: number; perMs: number; code?: ErrorCode }

/** Counts one use in the database, so that all processes share the limit. Throws a 429 if it is used up. */
export async function consume(db: Db, limit: Limit, now: number): Promise<void> {
  await consumeCounted(db, limit, now)
}

/** Does the same as `consume` for a call that reads. On a full disk it counts nothing: what is there can be read. */
export async function consumeRead(db: Db, limit: Limit, now: number): Promise<void> {
  await consume(db, limit, now).catch(error => {
    if (troubleIn(error) !== 'full') throw error
  })
}

/** Does the same as `consume`, and returns the count. */
export async function consumeCounted(db: Db, limit: Limit, now: number): Promise<number> {
  const use = await writeTogether(db, db => countBatched(db, { key: limitKey(limit), now }, limit.perMs))
  const error = usedUp(use, limit, now)
  if (error) throw error
  return use.count
}

/**
 * Does what `consume` does, for one use of each of several people. Returns an error for each whose limit is used up;
 * their uses count.
 */
export async function consumeEach(
  trx: Transaction<Tables>,
  { name, max, perMs }: Omit<Limit, 'of' | 'code'>,
  uses: readonly { of: LimitOwner; now: number }[],
): Promise<(ApiError | undefined)[]> {
  const counted = await countEach(
    trx,
    uses.map(({ of, now }) => ({ key: limitKey({ name, of }), now })),
    perMs,
  )
  return uses.map(({ now }, index) => usedUp(counted[index] as Use, { max, perMs }, now))
}

function usedUp(
  { count, started_at }: Use,
  { max, perMs, code = 'auth/too-many-requests' }: Pick<Limit, 'max' | 'perMs' | 'code'>,
  now: number,
): ApiError | undefined {
  if (count <= max) return undefined
  return new ApiError(code, { retryAfter: Math.ceil((started_at + perMs - now) / SECOND) })
}

/** Takes back one use of each limit that has one. */
export async function refund(db: Db, counters: readonly Counter[]): Promise<void> {
  await db
    .updateTable('limits')
    .set(({ eb }) => ({ count: eb('count', '-', 1) }))
    .where('key', 'in', counters.map(limitKey))
    .where('count', '>', 0)
    .execute()
}

type Use = { count: number; started_at: number }
type Keyed = { key: LimitKey; now: number }

/** By `perMs`, which is one value for all rows of a statement. */
const batchedCounts = new Map<number, (db: Db, use: Keyed) => Promise<Use>>()

/** Counts in batches, because the apps of many people open at the same moment. */
function countBatched(db: Db, use: Keyed, perMs: number): Promise<Use> {
  const count =
    batchedCounts.get(perMs) ??
    batched(
      (db, uses) => countEach(db, uses, perMs),
      ({ key }: Keyed) => key,
    )
  batchedCounts.set(perMs, count)
  return count(db, use)
}

/** Counts uses of different keys. Returns their counts in the same order. */
async function countEach(db: Db, uses: readonly Keyed[], perMs: number): Promise<Use[]> {
  // Always in the same order, so that no two statements wait for each other.
  const rows = uses.map(({ key, now }) => ({ key, started_at: now, count: 1 })).sort(byKey)
  const counted = await countUses(db, rows, { perMs })
  const useOf = new Map(counted.map(use => [use.key, use]))
  return uses.map(({ key }) => useOf.get(key) as Use)
}

function byKey(one: { key: string }, other: { key: string }): number {
  return one.key < other.key ? -1 : 1
}

/**
 * More than the clocks of several machines of one installation differ. A stored time that is later than this from now
 * was written by a wrong clock, before it was set back: a count that began then would not end for as long.
 */
export const CLOCKS_DIFFER_MS = MINUTE

const USE_COLUMNS = { key: 'text', started_at: 'bigint', count: 'integer' } as const

const countUses = prepareMany(USE_COLUMNS, (db, given, { perMs }: Holes<{ perMs: number }>) => {
  const isPast = sql`limits.started_at <= excluded.started_at - cast(${perMs} as bigint)`
  const isOver = sql<boolean>`(${isPast} or limits.started_at > excluded.started_at + ${sql.lit(CLOCKS_DIFFER_MS)})`
  return db
    .insertInto('limits')
    .columns(namesOf(USE_COLUMNS))
    .expression(selectAllOf(db, given, USE_COLUMNS))
    .onConflict(conflict =>
      conflict.column('key').doUpdateSet({
        count: sql`case when ${isOver} then 1 else limits.count + 1 end`,
        started_at: sql`case when ${isOver} then excluded.started_at else limits.started_at end`,
      }),
    )
    .returning(['key', 'count', 'started_at'])
})
