import type { Command } from '../api/commands/command.ts'
import type { Config } from '../api/config.ts'
import { openDatabase } from '../api/database/open.ts'
import type { Db } from '../api/database/tables.ts'
import { readConfig } from '../api/read-config.ts'
import type { Server } from './server.ts'

/** Runs an operator's command in this process. A process of its own would take a second. */
export function command(server: Server, { run }: Command, ...words: string[]): Promise<void> {
  return withDatabase(server, (db, config) => run({ db, config, words, print: () => {} }))
}

/** Opens the database of a server beside it. Statements may take long. */
export async function withDatabase<T>(
  { dataDir, databaseUrl }: Server,
  work: (db: Db, config: Config) => Promise<T>,
): Promise<T> {
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl })
  const db = await openDatabase(config, { isPatient: true })
  try {
    return await work(db, config)
  } finally {
    await db.destroy()
  }
}
