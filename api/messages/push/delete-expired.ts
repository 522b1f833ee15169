import { DAY } from '../../../contract/time.ts'
import type { Db } from '../../database/tables.ts'
import { deleteExpiredThrottles } from './throttle.ts'

/** As long as an unused sign-in lasts. */
const KEPT_MS = 180 * DAY

/** Deletes the subscriptions of browsers in which the app was not opened for half a year, and old throttles. */
export async function deleteExpiredSubscriptions(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('renewed_at', '<', now - KEPT_MS)
    .execute()
  await deleteExpiredThrottles(db, now)
}
