import { storedValue, storeValue } from '../stored-values.ts'
import type { Db } from '../tables.ts'

const LAST_BACKUP = 'last-backup'

/** Notes that a backup is complete, so that an operator sees when the last one was. Epoch ms. */
export async function noteBackup(db: Db, now: number): Promise<void> {
  await storeValue(db, LAST_BACKUP, now)
}

/** When the last backup was made by a command; undefined without one. Copies made in other ways are not counted. */
export async function lastBackupAt(db: Db): Promise<number | undefined> {
  return storedValue(db, LAST_BACKUP)
}
