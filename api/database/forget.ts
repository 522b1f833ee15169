import { KEYS_KEPT_MS } from './once.ts'
import type { Db } from './tables.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Drops counts and keys that have served their time. */
export async function forgetOldRows(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('limits')
    .where('started_at', '<', now - DAY_MS)
    .execute()
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', now - KEYS_KEPT_MS)
    .execute()
}
