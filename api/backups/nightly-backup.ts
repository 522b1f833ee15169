import { HOUR, MINUTE } from '../../contract/time.ts'
import { storedValue, storeValue } from '../database/stored-values.ts'
import type { Db } from '../database/tables.ts'
import { transactionWithLock } from '../database/transaction-with-lock.ts'
import { isRecent } from '../http/limits.ts'
import { noteBackupFailed, noteBackupProgress } from './backup-progress.ts'
import { runAdmin } from './run-admin.ts'

type Deps = {
  db: Db
  now: () => number
  log: { info: (what: object, message: string) => void; error: (what: object, message: string) => void }
}

const CHECKED_EVERY_MS = 10 * MINUTE
/** Hours of the server's own clock. */
const NIGHT = { from: 2, to: 5 }
const AT_MOST_EVERY_MS = 12 * HOUR
const BEGUN = 'nightly-backup-begun'

/** Makes a backup of everything each night and opens it for trial. Returns a function that stops it. */
export function startNightlyBackup(deps: Deps): () => Promise<void> {
  // A large backup takes longer than the pause between two checks.
  const running = new Set<Promise<void>>()
  const timer = setInterval(() => {
    const check = backupIfDue(deps)
      .catch(error => deps.log.error({ error: error.message }, 'nightly backup failed'))
      .finally(() => running.delete(check))
    running.add(check)
  }, CHECKED_EVERY_MS).unref()
  return async () => {
    clearInterval(timer)
    await Promise.all(running)
  }
}

/** Runs in separate processes, so that the server stays fast. If there are several servers, one of them does it. */
export async function backupIfDue({ db, now, log }: Deps, environment = process.env): Promise<void> {
  const hour = new Date(now()).getHours()
  if (hour < NIGHT.from || hour >= NIGHT.to || !(await begin(db, now()))) return
  try {
    for (const words of [['backup-all', '--from-server'], ['prove-backup']]) {
      const printed = await runAdmin(words, environment)
      log.info({ printed }, `nightly ${words[0]}`)
    }
  } catch (error) {
    await noteBackupFailed(db, error as Error, now())
    throw error
  } finally {
    await noteBackupProgress(db, undefined, now())
  }
}

async function begin(db: Db, now: number): Promise<boolean> {
  return transactionWithLock(db, 'nightly backup', async trx => {
    const begunAt = await storedValue<number>(trx, BEGUN)
    if (begunAt !== undefined && isRecent(begunAt, AT_MOST_EVERY_MS, now)) return false
    await storeValue(trx, BEGUN, now)
    return true
  })
}
