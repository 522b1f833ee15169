import { sql, type Transaction } from 'kysely'
import { ApiError } from '../../contract/calls/api-error.ts'
import type { GroupCommit } from './groups/group-commit.ts'
import { prepareMany } from './many-rows.ts'
import type { Db, Tables } from './tables.ts'

/** Looked-up locks can change until the transaction holds them. After this many tries it fails. */
const MAX_TRIES = 3

const groupCommits = new WeakMap<Db, GroupCommit>()

export function setGroupCommit(db: Db, groupCommit: GroupCommit): void {
  groupCommits.set(db, groupCommit)
}

/**
 * Runs `work` in one transaction. Transactions with a common lock run one after the other. PostgreSQL waits for the
 * locks; SQLite has one writer at a time anyway.
 */
export async function transactionWithLock<T>(
  db: Db,
  locks: string | readonly string[],
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  const groupCommit = groupCommits.get(db)
  if (groupCommit) return groupCommit.run(work)
  return lockedTransaction(db, [locks].flat(), work)
}

/**
 * Runs `work` in one transaction, and waits for no lock. `find` names the locks when the transaction has begun; `work`
 * gets those that were free. On SQLite all are free.
 */
export async function transactionWithFreeLocks<T>(
  db: Db,
  find: () => readonly string[],
  work: (trx: Transaction<Tables>, free: ReadonlySet<string>) => Promise<T>,
): Promise<T> {
  const groupCommit = groupCommits.get(db)
  if (groupCommit) return groupCommit.run(trx => work(trx, new Set(find())))
  return db.transaction().execute(async trx => {
    const names = [...new Set(find())]
    const taken = await tryLocks(
      trx,
      names.map(name => ({ name })),
    )
    return work(trx, new Set(taken.map(({ name }) => name)))
  })
}

/** A single write. Where commits are made in groups, it shares the flush to disk with others. */
export function writeTogether<T>(db: Db, write: (db: Db) => Promise<T>): Promise<T> {
  return groupCommits.get(db)?.run(write) ?? write(db)
}

/**
 * A transaction whose locks have to be looked up. `find` runs before the locks are held, and again inside the
 * transaction. If it then names other locks, all starts again. `work` gets the second result.
 */
export async function transactionWithFoundLocks<Found, T>(
  db: Db,
  { find, locks }: { find: (db: Db) => Promise<Found>; locks: (found: Found) => readonly string[] },
  work: (trx: Transaction<Tables>, found: Found) => Promise<T>,
): Promise<T> {
  const groupCommit = groupCommits.get(db)
  if (groupCommit) return groupCommit.run(async trx => work(trx, await find(trx)))
  for (let tries = 1; tries <= MAX_TRIES; tries++) {
    const held = locks(await find(db))
    const done = await lockedTransaction(db, held, async trx => {
      const found = await find(trx)
      return String(locks(found)) === String(held) ? { result: await work(trx, found) } : undefined
    })
    if (done) return done.result
  }
  throw new ApiError('unavailable', { retryAfter: 1 })
}

function lockedTransaction<T>(
  db: Db,
  locks: readonly string[],
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  // Always in the same order, so that no two transactions wait for each other.
  const names = [...locks].sort()
  return db.transaction().execute(async trx => {
    if (names.length > 0) await sql`select ${sql.join(names.map(lockFor))}`.execute(trx)
    return work(trx)
  })
}

/** Takes the locks that are free, and returns their names. PostgreSQL only: SQLite has one writer anyway. */
const tryLocks = prepareMany({ name: 'text' }, (db, given) =>
  db
    .selectFrom(given)
    .select('given.name')
    .where(sql<boolean>`pg_try_advisory_xact_lock(hashtextextended(given.name, 0))`),
)

function lockFor(name: string) {
  return sql`pg_advisory_xact_lock(hashtextextended(${name}, 0))`
}
