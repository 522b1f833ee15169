import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { adviceFor } from './failures/database-problem.ts'
import { migrations } from './migrations/all-migrations.ts'
import { missingFor, schemaOf } from './releases/schema.ts'
import { openSqlite } from './sqlite.ts'
import type { Db } from './tables.ts'

/**
 * Migrates the tables to this version. A database that a newer version has migrated stays as it is: this version uses
 * it if all that it needs is still there, so that both can serve during an upgrade. Otherwise it throws.
 */
export async function migrate(db: Db): Promise<void> {
  if (await isMigrated(db)) return
  const { error } = await migratorOf(db).migrateToLatest()
  if (!error) return
  const missing = isOfNewerVersion(error) ? await missingIn(db) : undefined
  if (missing?.length === 0) return
  const more = missing ? `; a newer version changed it: ${missing.join(', ')}` : ''
  throw new Error(adviceFor(error) + more, { cause: error })
}

/**
 * Most starts and commands have nothing to migrate, and Kysely's migrator reads the columns of all tables before it
 * knows that. If this fails, as in an empty database, the migrator fails in the same way and reports it.
 */
export async function isMigrated(db: Db): Promise<boolean> {
  const names = sql<{ name: string }>`select name from kysely_migration order by timestamp, name`
  const { rows } = await names.execute(db).catch(() => ({ rows: [] }))
  return rows.map(({ name }) => name).join() === Object.keys(migrations).toSorted().join()
}

/** Kysely gives this error no code, so its message is matched. It is thrown before anything is changed. */
function isOfNewerVersion(error: unknown): boolean {
  return error instanceof Error && /previously executed migration .* is missing/.test(error.message)
}

async function missingIn(db: Db): Promise<string[]> {
  const own = openSqlite(':memory:')
  try {
    await migratorOf(own).migrateToLatest()
    return missingFor(await schemaOf(own), await schemaOf(db))
  } finally {
    await own.destroy()
  }
}

/** Migrates an empty database to the tables that an earlier version had. */
export async function migrateTo(db: Db, migration: string): Promise<void> {
  if (!(migration in migrations)) throw new Error(`This program has no migration ${migration}: a newer version made it`)
  const { error } = await migratorOf(db).migrateTo(migration)
  if (error) throw new Error(adviceFor(error), { cause: error })
}

function migratorOf(db: Db): Migrator {
  return new Migrator({ db, provider: { getMigrations: async () => everyMigration } })
}

/** Each one is loaded when it runs: most starts have none to run, and loading all costs 30 ms. */
const everyMigration: Record<string, Migration> = Object.fromEntries(
  Object.entries(migrations).map(([name, load]) => [name, { up: async db => (await load()).up(db) }]),
)
