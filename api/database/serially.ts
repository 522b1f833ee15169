import { sql, type Transaction } from 'kysely'
import type { GroupCommit } from './group-commit.ts'
import type { Db, Tables } from './tables.ts'

const groupCommits = new WeakMap<Db, GroupCommit>()

export function commitsInGroups(db: Db, groupCommit: GroupCommit): void {
  groupCommits.set(db, groupCommit)
}

/**
 * Reads and writes in one transaction, with nobody else between who names the same `lock`.
 * SQLite has one writer at a time anyway; PostgreSQL waits for the name.
 */
export function serially<T>(db: Db, lock: string, work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
  const groupCommit = groupCommits.get(db)
  if (groupCommit) return groupCommit.run(work)
  return db.transaction().execute(async trx => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(trx)
    return work(trx)
  })
}
