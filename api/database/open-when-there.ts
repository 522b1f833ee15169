import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { databaseProblemIn } from './failures/database-problem.ts'
import { isPostgres } from './many-rows.ts'
import { isMigrated, migrate } from './migrate.ts'
import { type DatabaseLocation, openDatabase } from './open.ts'
import type { Db } from './tables.ts'

const FIRST_PAUSE_MS = 500
const MAX_PAUSE_MS = 15_000

/**
 * Migrates and opens the database. Waits without a limit for a PostgreSQL that does not answer yet, as after a boot.
 * Errors that waiting cannot fix, like a wrong password, are thrown at once.
 */
export async function openWhenThere(place: DatabaseLocation, report: (message: string) => void): Promise<Db> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
    try {
      return await wholeOf((await openMigrated(place)) ?? (await migrateAndOpen(place)))
    } catch (error) {
      if (!place.databaseUrl || databaseProblemIn(error) !== 'away') throw error
      report(`${(error as Error).message}; trying again in ${pause / 1000} s`)
    }
    await sleep(pause)
  }
}

/** A table in the target of `move-database` until all rows are there, so that a move can continue where it stopped. */
export const UNFINISHED_MOVE = 'unfinished_move'

/** Throws before all rows are there: the next run of the move would delete what is written until then. */
export async function throwIfMoveUnfinished(db: Db): Promise<void> {
  const tables = isPostgres(db)
    ? sql`select 1 from pg_tables where schemaname = current_schema() and tablename = ${UNFINISHED_MOVE}`
    : sql`select 1 from sqlite_master where name = ${UNFINISHED_MOVE}`
  const { rows } = await tables.execute(db)
  if (rows.length > 0)
    throw new Error('The move to this database has not ended: run move-database once more, with the settings of before')
}

async function wholeOf(db: Db): Promise<Db> {
  try {
    await throwIfMoveUnfinished(db)
    return db
  } catch (error) {
    await db.destroy()
    throw error
  }
}

/**
 * Undefined if there is something to migrate, or if the database did not answer: then the migration says why. At most
 * starts there is nothing to migrate, so this connection is the only one.
 */
async function openMigrated(place: DatabaseLocation): Promise<Db | undefined> {
  const db = await openDatabase(place)
  if (await isMigrated(db)) return db
  await db.destroy()
  return undefined
}

async function migrateAndOpen(place: DatabaseLocation): Promise<Db> {
  const patient = await openDatabase(place, { isPatient: true })
  try {
    await migrate(patient)
  } finally {
    await patient.destroy()
  }
  return openDatabase(place)
}
