import { sql, type Transaction } from 'kysely'
import type { GroupCommit } from './group-commit.ts'
import type { Db, Tables } from './tables.ts'

const groupCommits = new WeakMap<Db, GroupCommit>()

export function commitsInGroups(db: Db, groupCommit: GroupCommit): void {
  groupCommits.set(db, groupCommit)
}

type Locks = string | readonly string[]

/**
 * Reads and writes in one transaction, with nobody else between who names one of the same locks.
 * SQLite has one writer at a time anyway, and does not ask for locks that have to be found out first; PostgreSQL waits for the
 * names, one after the other in a fixed order.
 */
export async function transactionWithLock<T>(
  db: Db,
  locks: Locks | (() => Promise<Locks>),
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  const groupCommit = groupCommits.get(db)
  if (groupCommit) return groupCommit.run(work)
  // Always in the same order, so that no two transactions wait for each other.
  const names = [typeof locks === 'function' ? await locks() : locks].flat().sort()
  return db.transaction().execute(async trx => {
    if (names.length > 0) await sql`select ${sql.join(names.map(lockFor))}`.execute(trx)
    return work(trx)
  })
}

function lockFor(name: string) {
  return sql`pg_advisory_xact_lock(hashtextextended(${name}, 0))`
}
