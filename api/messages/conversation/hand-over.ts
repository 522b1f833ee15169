import { ApiError } from '../../../contract/calls/api-error.ts'
import type { Db } from '../../database/tables.ts'
import { transactionWithLock } from '../../database/transaction-with-lock.ts'
import { inboxLock } from './conversation.ts'

type HandOver = {
  /** Mentor id; undefined: the present mentor, or none. */
  from?: number
  to: number
  /** Only this learner. */
  learnerUid?: string
  /** From the mentor `from` to the next one; undefined if the operator hands over. */
  note?: string
}

/**
 * Gives learners with their conversations to another mentor. From this moment the former one cannot read them. Returns
 * the uids of the learners.
 */
export async function handOver(db: Db, { from, to, learnerUid, note }: HandOver, now: number): Promise<string[]> {
  const inboxes = [to, ...(from === undefined ? [] : [from])]
  return transactionWithLock(db, ['responders', ...inboxes.map(inboxLock)], async trx => {
    const next = await trx.selectFrom('responders').select('is_active').where('id', '=', to).executeTakeFirst()
    if (next?.is_active !== 1) throw new ApiError('bad-request', { message: 'to: is no active mentor' })
    const details = note === undefined ? {} : { from_responder_id: from ?? null, note: note || null }
    let given = trx
      .updateTable('users')
      .set({ responder_id: to })
      .where(({ or, eb }) => or([eb('responder_id', 'is', null), eb('responder_id', '!=', to)]))
    if (from !== undefined) given = given.where('responder_id', '=', from)
    if (learnerUid !== undefined) given = given.where('uid', '=', learnerUid)
    const learners = await given.returning('uid').execute()
    for (const { uid } of learners) {
      await trx
        .insertInto('hand_overs')
        .values({ learner_uid: uid, responder_id: to, handed_at: now, from_responder_id: null, note: null, ...details })
        .onConflict(conflict =>
          conflict.columns(['learner_uid', 'handed_at']).doUpdateSet({ responder_id: to, ...details }),
        )
        .execute()
    }
    return learners.map(({ uid }) => uid)
  })
}
