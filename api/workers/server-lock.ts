import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { type DatabaseLocation, sqliteFile } from '../database/open.ts'

/** A server that was told to stop may need ten seconds for its last requests. */
const WAIT_MS = 12_000
const PAUSE_MS = 200

type Waiting = { waitMs?: number; report: (message: string) => void }

/**
 * Keeps every other server away from this SQLite file until the lock is closed or the process ends. Caches, limits and
 * long polls of a server know nothing of what another one writes. Commands need no lock. PostgreSQL needs none either.
 */
export async function lockForServer(place: DatabaseLocation, { waitMs = WAIT_MS, report }: Waiting) {
  if (place.databaseUrl) return undefined
  mkdirSync(place.dataDir, { recursive: true, mode: 0o700 })
  const lock = openLock(join(place.dataDir, 'server.lock'))
  const inUse = `Another server uses ${sqliteFile(place)}`
  for (let waited = 0; !tryToLock(lock); waited += PAUSE_MS) {
    if (waited >= waitMs) {
      lock.close()
      throw new Error(`${inUse}. One server serves a SQLite file; several need PostgreSQL (DATABASE_URL)`)
    }
    if (waited === 0) report(`${inUse}. Waiting ${waitMs / 1000} s for its end`)
    await sleep(PAUSE_MS)
  }
  return lock
}

/** The operating system holds the lock, and frees that of a killed process. The file stays empty. */
function openLock(file: string): DatabaseSync {
  closeSync(openSync(file, 'a', 0o600))
  return new DatabaseSync(file, { timeout: 0 })
}

function tryToLock(lock: DatabaseSync): boolean {
  try {
    // In memory, because otherwise SQLite would make a journal beside the file.
    lock.exec('pragma journal_mode = memory; begin exclusive')
    return true
  } catch (error) {
    if (/locked|busy/.test((error as Error).message)) return false
    throw error
  }
}
