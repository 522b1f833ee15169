import { sql, type Transaction } from 'kysely'
import type { GroupCommit } from './group-commit.ts'
import type { Db, Tables } from './tables.ts'

const groupCommits = new WeakMap<Db, GroupCommit>()

export function commitsInGroups(db: Db, groupCommit: GroupCommit): void {
  groupCommits.set(db, groupCommit)
}

/**
 * Reads and writes in one transaction, with nobody else between who names one of the same locks.
 * SQLite has one writer at a time anyway; PostgreSQL waits for the names, one after the other in a fixed order.
 */
export function serially<T>(
  db: Db,
  locks: string | readonly string[],
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  const groupCommit = groupCommits.get(db)
  if (groupCommit) return groupCommit.run(work)
  return db.transaction().execute(async trx => {
    // In one order whoever asks, so that no two wait for each other.
    for (const lock of [locks].flat().sort())
      await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(trx)
    return work(trx)
  })
}
