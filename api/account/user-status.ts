import type { Db } from '../database/tables.ts'

/** Open sessions end within five seconds. */
export async function blockUser(db: Db, uid: string, now: number): Promise<void> {
  await db.updateTable('users').set({ blocked_at: now }).where('uid', '=', uid).execute()
}

export async function unblockUser(db: Db, uid: string): Promise<void> {
  await db.updateTable('users').set({ blocked_at: null }).where('uid', '=', uid).execute()
}

/** Whether beta courses are shown to this person. */
export async function setBeta(db: Db, uid: string, isBeta: boolean): Promise<void> {
  await db
    .updateTable('users')
    .set({ is_beta: isBeta ? 1 : 0 })
    .where('uid', '=', uid)
    .execute()
}
