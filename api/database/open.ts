import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'
import type { Db } from './tables.ts'

/** PostgreSQL where there is a URL, else a SQLite file in the data folder. */
export function openDatabase({ databaseUrl, dataDir }: { databaseUrl: string; dataDir: string }): Db {
  if (databaseUrl) return openPostgres(databaseUrl)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  return openSqlite(join(dataDir, 'step-by-step.sqlite'))
}
