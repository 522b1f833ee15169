import { startPostgres } from '../api/testing-postgres.ts'

/** One of the two databases; `settings` make the server use it. */
export type Database = { name: string; settings: { DATABASE_URL: string } }

/** Does the work on SQLite and, where there is one, on a PostgreSQL of its own that waits for the disk as in earnest. */
export async function onEachDatabase<T>(work: (database: Database) => Promise<T[]>): Promise<T[]> {
  const onSqlite = await work({ name: 'SQLite', settings: { DATABASE_URL: '' } })
  const postgres = await startPostgres()
  if (!postgres) {
    console.log('Not on PostgreSQL: there is none on this machine (apt install postgresql).')
    return onSqlite
  }
  try {
    return [...onSqlite, ...(await work({ name: 'PostgreSQL', settings: { DATABASE_URL: postgres.url } }))]
  } finally {
    await postgres.stop()
  }
}
