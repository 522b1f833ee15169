import { type DialectAdapter, sql, type Transaction } from 'kysely'
import { ApiError } from '../../contract/calls/api-error.ts'
import { MINUTE } from '../../contract/time.ts'
import { writeIfSpace } from '../database/failures/database-problem.ts'
import { batched } from '../database/groups/batched.ts'
import { isPostgres, namesOf, prepareMany, selectAllOf } from '../database/many-rows.ts'
import type { Holes } from '../database/prepare.ts'
import type { Db, LimitKey, Tables } from '../database/tables.ts'
import { writeTogether } from '../database/transaction-with-lock.ts'
import { type Counter, type LimitName, type LimitOwner, limitKey } from './limit-key.ts'
import { type Allowance, createUseCounter, errorIfUsedUp, type UseCount } from './uses.ts'

export type Limit = Counter & Allowance

/**
 * These only slow down a client that asks too often, so their counts may begin again when the server starts. SQLite has
 * one process, which counts them in memory: a row for each use would cost as much as the rest of the call.
 */
const BRIEF: ReadonlySet<LimitName> = new Set<LimitName>(['log', 'send'])

/** Counts one use so that all processes share the limit. Throws a 429 if it is used up. */
export async function consume(db: Db, limit: Limit, now: number): Promise<void> {
  await consumeCounted(db, limit, now)
}

/**
 * Counts one use of each of these limits, in this order. If one is used up, the uses of those before it are taken back:
 * a person whose network has no codes left today keeps their own codes.
 */
export async function consumeAll(db: Db, limits: readonly Limit[], now: number): Promise<void> {
  for (const [index, limit] of limits.entries()) {
    try {
      await consume(db, limit, now)
    } catch (error) {
      if (error instanceof ApiError && index > 0) await refund(db, limits.slice(0, index))
      throw error
    }
  }
}

/** Does the same as `consume` for a call that reads. On a full disk it counts nothing, so people can still read. */
export async function consumeRead(db: Db, limit: Limit, now: number): Promise<void> {
  await writeIfSpace(consume(db, limit, now))
}

/** Does the same as `consume`, and returns the count. */
export async function consumeCounted(db: Db, limit: Limit, now: number): Promise<number> {
  const countHere = brieflyCounted(db, limit)
  const key = limitKey(limit)
  const use = countHere
    ? countHere(key, now)
    : await writeTogether(db, db => countBatched(db, { key, now }, limit.perMs))
  const error = errorIfUsedUp(use, limit, now)
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
  const keyed = uses.map(({ of, now }) => ({ key: limitKey({ name, of }), now }))
  const countHere = brieflyCounted(trx, { name, perMs })
  const counted = countHere ? keyed.map(({ key, now }) => countHere(key, now)) : await countEach(trx, keyed, perMs)
  return uses.map(({ now }, index) => errorIfUsedUp(counted[index] as UseCount, { max, perMs }, now))
}

/** Takes back one use of each of these limits. A count never falls below zero. */
export async function refund(db: Db, counters: readonly Counter[]): Promise<void> {
  const rows = db.selectFrom('limits').select('key').where('key', 'in', counters.map(limitKey))
  // In the order in which uses are counted, so that no two statements wait for each other.
  const locked = isPostgres(db) ? rows.orderBy(sql`key collate "C"`).forUpdate() : rows
  await db
    .updateTable('limits')
    .set(({ eb }) => ({ count: eb('count', '-', 1) }))
    .where('key', 'in', locked)
    .where('count', '>', 0)
    .execute()
}

/** Counters by database, because a test has several databases. */
const countedBriefly = new WeakMap<DialectAdapter, Map<LimitName, ReturnType<typeof createUseCounter>>>()

/** Undefined for a limit whose uses are counted in the database. */
function brieflyCounted(db: Db, { name, perMs }: Pick<Limit, 'name' | 'perMs'>) {
  if (isPostgres(db) || !BRIEF.has(name)) return undefined
  const { adapter } = db.getExecutor()
  const counts = countedBriefly.get(adapter) ?? new Map()
  countedBriefly.set(adapter, counts)
  const count = counts.get(name) ?? createUseCounter(perMs)
  counts.set(name, count)
  return count
}

type Keyed = { key: LimitKey; now: number }

/** A batched function for each `perMs`, because all rows of a statement have the same `perMs`. */
const batchedCounts = new Map<number, (db: Db, use: Keyed) => Promise<UseCount>>()

/** Counts that wait together are one statement. */
function countBatched(db: Db, use: Keyed, perMs: number): Promise<UseCount> {
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
async function countEach(db: Db, uses: readonly Keyed[], perMs: number): Promise<UseCount[]> {
  // Always in the same order, so that no two statements wait for each other.
  const rows = uses.map(({ key, now }) => ({ key, started_at: now, count: 1 })).sort(byKey)
  const counted = await countUses(db, rows, { perMs })
  const useOf = new Map(counted.map(use => [use.key, use]))
  return uses.map(({ key }) => useOf.get(key) as UseCount)
}

function byKey(one: { key: string }, other: { key: string }): number {
  return one.key < other.key ? -1 : 1
}

/**
 * The clocks of the machines of one installation differ by less than this. A stored time that is further in the future
 * was written by a wrong clock, before it was set back. A count that began in the future would last too long.
 */
export const CLOCKS_DIFFER_MS = MINUTE

/** Whether this was at most `lastsMs` ago. A time that a wrong clock wrote, before it was set back, is not recent. */
export function isRecent(time: number, lastsMs: number, now: number): boolean {
  return now - time <= lastsMs && time - now <= CLOCKS_DIFFER_MS
}

/** The latest `expires_at` that is good now. A later one was made by a wrong clock, and would live too long. */
export function lastExpiry(lifetimeMs: number, now: number): number {
  return now + lifetimeMs + CLOCKS_DIFFER_MS
}

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
