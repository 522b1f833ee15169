import type { Db } from '../../database/tables.ts'
import { MINUTE } from '../../http/limits.ts'

const QUIET_MS = 2 * MINUTE

/** Whether somebody may be told of something now. Who was just told, and has not looked since, is left in peace. */
export async function mayBeTold(db: Db, uid: string, now: number): Promise<boolean> {
  const told = await db
    .insertInto('push_told')
    .values({ uid, told_at: now })
    .onConflict(conflict =>
      conflict
        .column('uid')
        .doUpdateSet({ told_at: now })
        .where('push_told.told_at', '<=', now - QUIET_MS),
    )
    .returning('uid')
    .executeTakeFirst()
  return told !== undefined
}

/** They have looked. */
export async function endQuiet(db: Db, uid: string): Promise<void> {
  await db.deleteFrom('push_told').where('uid', '=', uid).execute()
}

export async function forgetQuiet(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('push_told')
    .where('told_at', '<=', now - QUIET_MS)
    .execute()
}
