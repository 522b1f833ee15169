import { DAY } from '../../contract/time.ts'
import { KEYS_KEPT_MS } from './idempotent.ts'
import type { Db } from './tables.ts'

/** Some counts have no end (wrong codes in a row), so every count is kept this long. */
const LIMITS_KEPT_MS = 30 * DAY

/** Deletes expired counts and idempotency keys. */
export async function deleteExpiredRows(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('limits')
    .where('started_at', '<', now - LIMITS_KEPT_MS)
    .execute()
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', now - KEYS_KEPT_MS)
    .execute()
}
