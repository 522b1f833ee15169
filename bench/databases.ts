import { startPostgres } from '../api/testing-postgres.ts'

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
