import { storedValue, storeValue } from '../stored-values.ts'
import type { Db } from '../tables.ts'

const LAST_BACKUP = 'last-backup'

/** Notes that a backup is complete, so that an operator sees when the last one was. Epoch ms. */
export async function noteBackup(db: Db, now: number): Promise<void> {
  await storeValue(db, LAST_BACKUP, now)
}

/** Undefined if this server's own command made none; other ways of copying are not known here. */
export async function lastBackupAt(db: Db): Promise<number | undefined> {
  return storedValue(db, LAST_BACKUP)
}
