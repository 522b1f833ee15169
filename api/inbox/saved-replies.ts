import type { Db } from '../database/tables.ts'
import { transactionWithLock } from '../database/transaction-with-lock.ts'
import type { Mentor } from '../messages/conversation/participant.ts'

export async function savedRepliesOf(db: Db, { id }: Mentor): Promise<string[]> {
  const rows = await db
    .selectFrom('saved_replies')
    .select('text')
    .where('responder_id', '=', id)
    .orderBy('position')
    .execute()
  return rows.map(row => row.text)
}

/** Replaces all saved replies. */
export async function saveReplies(db: Db, { id }: Mentor, replies: readonly string[]): Promise<void> {
  await transactionWithLock(db, `saved replies ${id}`, async trx => {
    await trx.deleteFrom('saved_replies').where('responder_id', '=', id).execute()
    const rows = replies.map((text, position) => ({ responder_id: id, position, text }))
    if (rows.length > 0) await trx.insertInto('saved_replies').values(rows).execute()
  })
}
