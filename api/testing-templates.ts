import { createHash, randomBytes } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A SQLite file with all tables, ready to be copied. */
    sqliteTemplate: string
    /** The name of a PostgreSQL database with all tables; empty if there is no PostgreSQL. */
    postgresTemplate: string
  }
}

/** The database that every cluster of the tests has. */
export const TEMPLATE = 'template_of_tests'

const CACHE = join(import.meta.dirname, '../node_modules/.cache/sqlite')
const DATABASE = join(import.meta.dirname, 'database')

/** A copy is much faster than all migrations. Runs after testing-postgres.ts. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  project.provide('sqliteTemplate', await sqliteTemplate())
  const { postgresUrl } = project.getProvidedContext()
  const isForeign = postgresUrl !== '' && postgresUrl === process.env.TEST_DATABASE_URL
  const name = isForeign ? `template_${randomBytes(6).toString('hex')}` : TEMPLATE
  if (isForeign) await makePostgresTemplate(postgresUrl, name)
  project.provide('postgresTemplate', postgresUrl && name)
  return isForeign ? () => dropAll(postgresUrl, name) : undefined
}

/** Changes with the migrations. */
export function migrationsHash(): string {
  const files = [
    'migrate.ts',
    ...readdirSync(join(DATABASE, 'migrations')).map(name => join('migrations', name)),
  ].sort()
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(join(DATABASE, file)))
  return hash.digest('hex').slice(0, 16)
}

export async function makePostgresTemplate(url: string, name: string): Promise<void> {
  await askServer(url, `create database ${name}`)
  await makeTables({ databaseUrl: new URL(`/${name}`, url).href, dataDir: '' })
}

/** Is made once for all runs with the same migrations. */
async function sqliteTemplate(): Promise<string> {
  const kept = join(CACHE, `${migrationsHash()}.sqlite`)
  if (existsSync(kept)) return kept
  const dataDir = mkdtempSync(join(tmpdir(), 'step-by-step-template-'))
  await makeTables({ databaseUrl: '', dataDir })
  const unfinished = `${kept}.${process.pid}`
  mkdirSync(CACHE, { recursive: true })
  copyFileSync(join(dataDir, 'step-by-step.sqlite'), unfinished)
  renameSync(unfinished, kept)
  rmSync(dataDir, { recursive: true })
  return kept
}

/** The imports are in the function, because most runs find the templates already made. */
async function makeTables(place: { databaseUrl: string; dataDir: string }): Promise<void> {
  const [{ migrate }, { openDatabase }] = await Promise.all([
    import('./database/migrate.ts'),
    import('./database/open.ts'),
  ])
  const db = await openDatabase(place, { isPatient: true })
  await migrate(db)
  await db.destroy()
}

/**
 * Drops the template and its copies, whose names begin with its name. A server that somebody else runs must keep no
 * database of the tests.
 */
async function dropAll(url: string, name: string): Promise<void> {
  const found = await askServer(url, `select datname from pg_database where starts_with(datname, '${name}')`)
  for (const { datname } of found) await askServer(url, `drop database ${datname} with (force)`)
}

// biome-ignore lint/suspicious/noExplicitAny: the driver's type.
async function askServer(url: string, statement: string): Promise<any[]> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(statement)
  await client.end()
  return rows
}
