import { MINUTE } from '../../../contract/time.ts'
import type { Db } from '../../database/tables.ts'

const THROTTLE_MS = 2 * MINUTE

/** A person who gets notifications, and the learner of the conversation. */
type Recipient = { uid: string; learnerUid: string }

/**
 * Claims the next notification of a conversation. Further claims fail for two minutes, or until the reader has opened
 * the conversation.
 */
export async function claimPush(db: Db, { uid, learnerUid }: Recipient, now: number): Promise<boolean> {
  const claimed = await db
    .insertInto('push_told')
    .values({ uid, learner_uid: learnerUid, told_at: now })
    .onConflict(conflict =>
      conflict
        .columns(['uid', 'learner_uid'])
        .doUpdateSet({ told_at: now })
        .where('push_told.told_at', '<=', now - THROTTLE_MS),
    )
    .returning('uid')
    .executeTakeFirst()
  return claimed !== undefined
}

/** Call it when the reader has opened the conversation. */
export async function endThrottle(db: Db, { uid, learnerUid }: Recipient): Promise<void> {
  await db.deleteFrom('push_told').where('uid', '=', uid).where('learner_uid', '=', learnerUid).execute()
}

export async function deleteExpiredThrottles(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('push_told')
    .where('told_at', '<=', now - THROTTLE_MS)
    .execute()
}
