import type { Transaction } from 'kysely'
import { DAY } from '../../../contract/time.ts'
import type { Db, Tables } from '../../database/tables.ts'
import { transactionWithLock } from '../../database/transaction-with-lock.ts'
import type { Storage } from '../storage/storage.ts'

/** Longer than any upload takes. */
const ARRIVES_WITHIN_MS = DAY

/** Records an object before its upload: if no row names it in time, it is removed. */
export async function expectObject(db: Db, key: string, now: number): Promise<void> {
  const stray = { storage_key: key, remove_at: now + ARRIVES_WITHIN_MS }
  await transactionWithLock(db, [], trx => trx.insertInto('stray_objects').values(stray).execute())
}

/** Call it in the transaction that inserts the row of the object. */
export async function claimObject(trx: Transaction<Tables>, key: string): Promise<void> {
  await trx
    .deleteFrom('stray_objects')
    .where('storage_key', '=', key)
    .returning('storage_key')
    .executeTakeFirstOrThrow()
}

/** Removes an object without a row, then its record. */
export async function removeOrphan(db: Db, storage: Storage, key: string): Promise<void> {
  await storage.remove(key)
  await transactionWithLock(db, [], trx => trx.deleteFrom('stray_objects').where('storage_key', '=', key).execute())
}

/**
 * Removes the objects that no row names in time. If one cannot be removed, the others are, and the next hour tries it
 * again.
 */
export async function removeOrphans(
  db: Db,
  storage: Storage,
  failed: (error: Error) => void,
  now: number,
): Promise<void> {
  const due = await db.selectFrom('stray_objects').select('storage_key').where('remove_at', '<=', now).execute()
  for (const { storage_key } of due) await removeOrphan(db, storage, storage_key).catch(failed)
  await storage.removeTemporaryFiles(now - ARRIVES_WITHIN_MS)
}
