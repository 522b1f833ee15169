import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { reasonOf } from './failures/database-problem.ts'
import { setForeignWalAside } from './foreign-wal.ts'
import { openSqlite } from './sqlite.ts'
import type { Db } from './tables.ts'

/** `databaseDirectUrl`: the way to PostgreSQL itself, if `databaseUrl` leads to a pooler of transactions. */
export type DatabaseLocation = { databaseUrl: string; databaseDirectUrl?: string; dataDir: string }

/**
 * Opens PostgreSQL if there is a URL, otherwise a SQLite file in the data folder.
 * `isPatient`: for migrations and commands, which may take long and wait for their turn.
 */
export async function openDatabase(place: DatabaseLocation, { isPatient = false } = {}): Promise<Db> {
  const { databaseUrl, databaseDirectUrl = '', dataDir } = place
  if (databaseUrl) {
    const { openPostgres } = await import('./postgres.ts')
    if (isPatient) return openPostgres(databaseDirectUrl || databaseUrl, { isPatient })
    return openPostgres(databaseUrl, { sharesConnections: databaseDirectUrl !== '' })
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = sqliteFile({ dataDir })
  makePrivate(file)
  try {
    const aside = setForeignWalAside(file)
    if (aside) console.error(`${file} is a backup beside the -wal file of another database; that file is now ${aside}`)
    return openSqlite(file)
  } catch (error) {
    throw new Error(`${file}: ${reasonOf(error)}`)
  }
}

export function sqliteFile({ dataDir }: { dataDir: string }): string {
  return join(dataDir, 'step-by-step.sqlite')
}

/** The folder may be readable by others. SQLite gives the files beside its database the same mode. */
function makePrivate(file: string): void {
  closeSync(openSync(file, 'a', 0o600))
  chmodSync(file, 0o600)
}
