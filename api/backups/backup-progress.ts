import type { Transaction } from 'kysely'
import { MINUTE } from '../../contract/time.ts'
import { storedValue, storeValue } from '../database/stored-values.ts'
import type { Db, Tables } from '../database/tables.ts'
import { isRecent } from '../http/limits.ts'

export const BACKUP_LOCK = 'backup'

const ROW = 'backup-progress'
/** A process that has reported nothing for this long has ended. */
const SILENT_MS = 5 * MINUTE

export type BackupProgress = { step: 'rows' | 'files' | 'proving'; done: number; of: number }
type Stored = BackupProgress & { at: number }

/** The progress of a running backup; undefined if none runs. */
export async function backupProgress(db: Db, now: number): Promise<BackupProgress | undefined> {
  const stored = await storedValue<Stored | null>(db, ROW)
  if (!stored || !isRecent(stored.at, SILENT_MS, now)) return undefined
  const { step, done, of } = stored
  return { step, done, of }
}

export async function noteBackupProgress(db: Db, progress: BackupProgress | undefined, now: number): Promise<void> {
  await storeValue(db, ROW, progress ? { ...progress, at: now } : null)
}

const FAILED = 'backup-failed'
type Failed = { at: number; problem: string }

/** Notes why no backup was made. The last line of a command's error says what went wrong. */
export async function noteBackupFailed(db: Db, error: Error, now: number): Promise<void> {
  const problem = error.message.trim().split('\n').at(-1) ?? ''
  await storeValue(db, FAILED, { at: now, problem } satisfies Failed)
}

/** The last failure to make a backup; undefined if a backup was made after it. */
export async function lastFailedBackup(db: Db, lastMadeAt: number | undefined): Promise<Failed | undefined> {
  const failed = await storedValue<Failed>(db, FAILED)
  return failed && failed.at > (lastMadeAt ?? 0) ? failed : undefined
}

/** Claims the backup for this process. Returns false if another one makes it already. Needs `BACKUP_LOCK`. */
export async function beginBackup(trx: Transaction<Tables>, now: number): Promise<boolean> {
  if (await backupProgress(trx, now)) return false
  await noteBackupProgress(trx, { step: 'rows', done: 0, of: 1 }, now)
  return true
}
