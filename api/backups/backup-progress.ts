import type { Transaction } from 'kysely'
import { MINUTE } from '../../contract/time.ts'
import { storedValue, storeValue } from '../database/stored-values.ts'
import type { Db, Tables } from '../database/tables.ts'

export const BACKUP_LOCK = 'backup'

const ROW = 'backup-progress'
/** A process that has reported nothing for this long has ended. */
const SILENT_MS = 5 * MINUTE

export type BackupProgress = { step: 'rows' | 'files' | 'proving'; done: number; of: number }
type Stored = BackupProgress & { at: number }

/** The progress of a running backup; undefined if none runs. */
export async function backupProgress(db: Db, now: number): Promise<BackupProgress | undefined> {
  const stored = await storedValue<Stored | null>(db, ROW)
  if (!stored || now - stored.at > SILENT_MS) return undefined
  const { step, done, of } = stored
  return { step, done, of }
}

export async function noteBackupProgress(db: Db, progress: BackupProgress | undefined, now: number): Promise<void> {
  await storeValue(db, ROW, progress ? { ...progress, at: now } : null)
}

/** Claims the backup for this process. Returns false if another one makes it already. Needs `BACKUP_LOCK`. */
export async function beginBackup(trx: Transaction<Tables>, now: number): Promise<boolean> {
  if (await backupProgress(trx, now)) return false
  await noteBackupProgress(trx, { step: 'rows', done: 0, of: 1 }, now)
  return true
}
