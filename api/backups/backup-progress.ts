import { MINUTE } from '../../contract/time.ts'
import { storedValue } from '../database/stored-values.ts'
import type { Db } from '../database/tables.ts'

const ROW = 'backup-progress'
/** A process that has said nothing for this long has ended. */
const SILENT_MS = 5 * MINUTE

export type BackupStep = 'rows' | 'files' | 'proving'
export type BackupProgress = { step: BackupStep; done: number; of: number }
type Stored = BackupProgress & { at: number }

/** How far a backup is that is being made; undefined if none is. */
export async function backupProgress(db: Db, now: number): Promise<BackupProgress | undefined> {
  const stored = await storedValue<Stored | null>(db, ROW)
  if (!stored || now - stored.at > SILENT_MS) return undefined
  const { step, done, of } = stored
  return { step, done, of }
}
