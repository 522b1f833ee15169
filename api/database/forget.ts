import { DAY } from '../../contract/time.ts'
import { KEYS_KEPT_MS } from './idempotent.ts'
import type { Db } from './tables.ts'

/** Some counts go on as long as they are not broken (wrong codes in a row), so none goes early. */
const LIMITS_KEPT_MS = 30 * DAY

/** Drops counts and keys that have served their time. */
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
