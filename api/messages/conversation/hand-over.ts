import type { Transaction } from 'kysely'
import { ApiError } from '../../../contract/calls/api-error.ts'
import { idempotent, type KeyedRequest } from '../../database/idempotent.ts'
import type { Db, Tables } from '../../database/tables.ts'
import { transactionWithLock } from '../../database/transaction-with-lock.ts'
import { MENTORS_LOCK } from '../../mentors/mentors.ts'
import { inboxLock } from './conversation.ts'

const LEARNERS_AT_A_TIME = 500

type HandOver = {
  /** Mentor id. Undefined if learners are given from any mentor, or from none. */
  from?: number
  to: number
  /** Only this learner. */
  learnerUid?: string
  /** From the mentor `from` to the next one; undefined if the operator hands over. */
  note?: string
  /** The request of a mentor. If it is repeated, nothing is done again. */
  act?: KeyedRequest
}

/**
 * Gives learners with their conversations to another mentor. From this moment, the former mentor cannot read the
 * conversations. Returns the uids of the learners.
 */
export async function handOver(db: Db, { from, to, learnerUid, note, act }: HandOver, now: number): Promise<string[]> {
  const inboxes = [to, ...(from === undefined ? [] : [from])]
  const give = async (trx: Transaction<Tables>) => {
    const next = await trx.selectFrom('responders').select('is_active').where('id', '=', to).executeTakeFirst()
    if (next?.is_active !== 1) throw new ApiError('bad-request', { message: 'to: is no active mentor' })
    const details = note === undefined ? {} : { from_responder_id: from ?? null, note: note || null }
    const uids = learnerUid === undefined ? undefined : [learnerUid]
    const moved = await moveLearners(trx, { from, to, uids, details }, now)
    return moved.map(({ uid }) => uid)
  }
  return transactionWithLock(db, [MENTORS_LOCK, ...inboxes.map(inboxLock)], trx =>
    act ? idempotent(trx, act, () => give(trx)) : give(trx),
  )
}

type Move = {
  from?: number | undefined
  to: number
  /** Only these learners. */
  uids?: readonly string[] | undefined
  details?: Partial<Tables['hand_overs']>
}

/** Call it with the lock `responders` and those of the inboxes. Learners who are with `to` already are left out. */
export async function moveLearners(
  trx: Transaction<Tables>,
  { from, to, uids, details = {} }: Move,
  now: number,
): Promise<{ uid: string; formerId: number | null }[]> {
  let moving = trx
    .selectFrom('users')
    .select(['uid', 'responder_id as formerId'])
    .where(({ or, eb }) => or([eb('responder_id', 'is', null), eb('responder_id', '!=', to)]))
  if (from !== undefined) moving = moving.where('responder_id', '=', from)
  if (uids !== undefined) moving = moving.where('uid', 'in', uids)
  const moved = await moving.execute()
  for (let start = 0; start < moved.length; start += LEARNERS_AT_A_TIME) {
    const some = moved.slice(start, start + LEARNERS_AT_A_TIME)
    await trx
      .updateTable('users')
      .set({ responder_id: to })
      .where(
        'uid',
        'in',
        some.map(({ uid }) => uid),
      )
      .execute()
    const columns = { responder_id: to, handed_at: now, from_responder_id: null, note: null, ...details }
    await trx
      .insertInto('hand_overs')
      .values(some.map(({ uid, formerId }) => ({ ...columns, learner_uid: uid, former_responder_id: formerId })))
      .onConflict(conflict =>
        conflict.columns(['learner_uid', 'handed_at']).doUpdateSet(({ ref }) => ({
          responder_id: to,
          ...details,
          former_responder_id: ref('excluded.former_responder_id'),
        })),
      )
      .execute()
  }
  return moved
}
