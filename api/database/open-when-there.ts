import { setTimeout as sleep } from 'node:timers/promises'
import { troubleIn } from './failures/trouble.ts'
import { migrate } from './migrate.ts'
import { type DatabaseLocation, openDatabase } from './open.ts'
import type { Db } from './tables.ts'

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 15_000

/**
 * Migrates and opens the database. Waits without a limit for a PostgreSQL that does not answer yet, as after a boot.
 * Errors that waiting cannot fix, like a wrong password, are thrown at once.
 */
export async function openWhenThere(place: DatabaseLocation, report: (message: string) => void): Promise<Db> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      await migrateAt(place)
      return openDatabase(place)
    } catch (error) {
      if (!place.databaseUrl || troubleIn(error) !== 'away') throw error
      report(`${(error as Error).message}; trying again in ${pause / 1000} s`)
    }
    await sleep(pause)
  }
}

async function migrateAt(place: DatabaseLocation): Promise<void> {
  const db = openDatabase(place, { isPatient: true })
  try {
    await migrate(db)
  } finally {
    await db.destroy()
  }
}
