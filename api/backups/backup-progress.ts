import type { Transaction } from 'kysely'
import { MINUTE } from '../../contract/time.ts'
import { storedValue, storeValue } from '../database/stored-values.ts'
import type { Db, Tables } from '../database/tables.ts'

export const BACKUP_LOCK = 'backup'

const ROW = 'backup-progress'
/** A process that has said nothing for this long has ended. */
const SILENT_MS = 5 * MINUTE

export type BackupProgress = { step: 'rows' | 'files' | 'proving'; done: number; of: number }
type Stored = BackupProgress & { at: number }

/** How far a backup is that is being made; undefined if none is. */
export async function backupProgress(db: Db, now: number): Promise<BackupProgress | undefined> {
  const stored = await storedValue<Stored | null>(db, ROW)
  if (!stored || now - stored.at > SILENT_MS) return undefined
  const { step, done, of } = stored
  return { step, done, of }
}

export async function noteBackupProgress(db: Db, progress: BackupProgress | undefined, now: number): Promise<void> {
  await storeValue(db, ROW, progress ? { ...progress, at: now } : null)
}

/** Whether this process may make a backup now: of two at the same time, one may. Needs `BACKUP_LOCK`. */
export async function beginBackup(trx: Transaction<Tables>, now: number): Promise<boolean> {
  if (await backupProgress(trx, now)) return false
  await noteBackupProgress(trx, { step: 'rows', done: 0, of: 1 }, now)
  return true
}
