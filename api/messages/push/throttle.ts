import { MINUTE } from '../../../contract/time.ts'
import type { Db } from '../../database/tables.ts'

const QUIET_MS = 2 * MINUTE

/** Somebody who is told of messages, and the learner in whose conversation they stand. */
type Told = { uid: string; learnerUid: string }

/** Claims the next notice of a conversation. For two minutes, or until its reader has looked, there is no other. */
export async function claimPush(db: Db, { uid, learnerUid }: Told, now: number): Promise<boolean> {
  const told = await db
    .insertInto('push_told')
    .values({ uid, learner_uid: learnerUid, told_at: now })
    .onConflict(conflict =>
      conflict
        .columns(['uid', 'learner_uid'])
        .doUpdateSet({ told_at: now })
        .where('push_told.told_at', '<=', now - QUIET_MS),
    )
    .returning('uid')
    .executeTakeFirst()
  return told !== undefined
}

/** They have looked. */
export async function endThrottle(db: Db, { uid, learnerUid }: Told): Promise<void> {
  await db.deleteFrom('push_told').where('uid', '=', uid).where('learner_uid', '=', learnerUid).execute()
}

export async function deleteExpiredThrottles(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('push_told')
    .where('told_at', '<=', now - QUIET_MS)
    .execute()
}
