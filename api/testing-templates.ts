import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from './database/migrate.ts'
import { openDatabase, sqliteFile } from './database/open.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A SQLite file with all tables, ready to be copied. */
    sqliteTemplate: string
    /** The words after `create database x` that make a PostgreSQL database with all tables. */
    postgresTemplate: string
  }
}

/** Only newer versions know this option; older ones copy files anyway. */
const KNOWS_STRATEGY_SINCE = 150_000

/** Creates the tables once, because a copy is much faster. Runs after testing-postgres.ts. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'step-by-step-template-'))
  await makeTables({ databaseUrl: '', dataDir })
  project.provide('sqliteTemplate', sqliteFile({ dataDir }))
  const { postgresUrl } = project.getProvidedContext()
  const postgres = postgresUrl ? await postgresTemplate(postgresUrl) : undefined
  project.provide('postgresTemplate', postgres?.words ?? '')
  return async () => {
    rmSync(dataDir, { recursive: true })
    await postgres?.drop()
  }
}

async function makeTables(place: { databaseUrl: string; dataDir: string }): Promise<void> {
  const db = openDatabase(place, { isPatient: true })
  await migrate(db)
  await db.destroy()
}

async function postgresTemplate(url: string) {
  const name = `template_${randomBytes(6).toString('hex')}`
  await askServer(url, `create database ${name}`)
  await makeTables({ databaseUrl: new URL(`/${name}`, url).href, dataDir: '' })
  const [{ version }] = await askServer(url, "select current_setting('server_version_num')::int as version")
  const strategy = version >= KNOWS_STRATEGY_SINCE ? ' strategy file_copy' : ''
  return { words: `template ${name}${strategy}`, drop: () => dropAll(url, name) }
}

/** Its copies begin with its name. */
export function templateName(words: string): string {
  return words.split(' ')[1] as string
}

/** A server that is not ours keeps no database of the tests. */
async function dropAll(url: string, name: string): Promise<void> {
  const found = await askServer(url, `select datname from pg_database where starts_with(datname, '${name}')`)
  for (const { datname } of found) await askServer(url, `drop database ${datname} with (force)`)
}

// biome-ignore lint/suspicious/noExplicitAny: the driver's type.
async function askServer(url: string, statement: string): Promise<any[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(statement)
  await client.end()
  return rows
}
