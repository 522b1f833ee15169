import { openDatabase } from '../api/database/open.ts'
import type { Db } from '../api/database/tables.ts'
import { startPostgres } from '../api/testing-postgres.ts'
import type { Server } from '../e2e/server.ts'

/** One of the two databases; `settings` make the server use it. */
export type Database = { name: string; settings: { DATABASE_URL: string } }

export const SQLITE: Database = { name: 'SQLite', settings: { DATABASE_URL: '' } }

/** Runs the work on SQLite and, if available, on a PostgreSQL of its own that waits for the disk as in production. */
export async function onEachDatabase<T>(work: (database: Database) => Promise<T[]>): Promise<T[]> {
  return [...(await work(SQLITE)), ...(await onPostgres(work))]
}

/** Does nothing if PostgreSQL is not available. */
export async function onPostgres<T>(work: (database: Database) => Promise<T[]>): Promise<T[]> {
  const postgres = await startPostgres()
  if (!postgres) {
    console.log('Not on PostgreSQL: there is none on this machine (apt install postgresql).')
    return []
  }
  try {
    return await work({ name: 'PostgreSQL', settings: { DATABASE_URL: postgres.url } })
  } finally {
    await postgres.stop()
  }
}

/** Opens a server's database from outside the server. Statements may take long: they write many rows. */
export async function inDatabase<T>(
  { dataDir }: Server,
  { settings }: Database,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const db = await openDatabase({ databaseUrl: settings.DATABASE_URL, dataDir }, { isPatient: true })
  return work(db).finally(() => db.destroy())
}
