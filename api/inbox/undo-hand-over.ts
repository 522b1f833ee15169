import type { Transaction } from 'kysely'
import { ApiError } from '../../contract/calls/api-error.ts'
import { HAND_OVER_UNDO_MS, type HandedOver } from '../../contract/inbox/hand-over.ts'
import { digitsApart } from '../../contract/text/digits-apart.ts'
import { idempotent, type KeyedRequest, replayOf } from '../database/idempotent.ts'
import type { Db, Tables } from '../database/tables.ts'
import { transactionWithLock } from '../database/transaction-with-lock.ts'
import { MENTORS_LOCK } from '../mentors/mentors.ts'
import { inboxLock } from '../messages/conversation/conversation.ts'
import type { Mentor } from '../messages/conversation/participant.ts'
import { digitsOfMentors } from '../team/namesakes.ts'
import { learnerName } from './inbox.ts'

/** The hand-overs that this mentor can still undo, newest first. */
export async function handedOverBy(db: Db, mentor: Mentor, now: number): Promise<HandedOver[]> {
  const rows = await undoable(db, mentor, now)
    .innerJoin('responders', 'responders.id', 'hand_overs.responder_id')
    .select(['users.uid', 'display_name', 'users.phone_number', 'users.email', 'handed_at'])
    .select(['responders.id as to_id', 'responders.name as to_name'])
    .orderBy('handed_at', 'desc')
    .execute()
  if (rows.length === 0) return []
  const own = await db
    .selectFrom('users')
    .select(['uid', 'display_name', 'phone_number'])
    .where('responder_id', '=', mentor.id)
    .execute()
  const digits = digitsApart(rows.map(named), [...rows, ...own].map(named))
  const toDigits = await digitsOfMentors(db)
  return rows.map(row => ({
    uid: row.uid,
    name: learnerName(row),
    digits: digits.get(row.uid),
    toName: row.to_name,
    toDigits: toDigits.get(row.to_id),
    until: row.handed_at + HAND_OVER_UNDO_MS,
  }))
}

type Learner = { uid: string; display_name: string | null; phone_number: string | null }

/** A learner without a name gets the uid as a name. Such learners are shown by phone number, which differs anyway. */
function named({ uid, display_name, phone_number }: Learner) {
  return { id: uid, name: display_name ?? uid, phoneNumber: phone_number ?? '' }
}

/** Takes the learner back and deletes the hand-over with its note. Returns the id of the mentor who had the learner. */
export async function undoHandOver(db: Db, mentor: Mentor, uid: string, act: KeyedRequest): Promise<number> {
  const replay = await replayOf<number>(db, act)
  if (replay !== undefined) return replay
  const findUndoable = (connection: Db) =>
    undoable(connection, mentor, act.now)
      .select(['hand_overs.responder_id', 'handed_at'])
      .where('learner_uid', '=', uid)
      .executeTakeFirst()
  const known = await findUndoable(db)
  if (!known) throw new ApiError('messenger/too-late-to-undo')
  // `handOver` and sending take these locks, too, so nobody hands over or writes between the check and the change.
  const locks = [MENTORS_LOCK, inboxLock(mentor.id), inboxLock(known.responder_id)]
  const takeBack = async (trx: Transaction<Tables>) => {
    const handedOver = await findUndoable(trx)
    if (handedOver?.responder_id !== known.responder_id) throw new ApiError('messenger/too-late-to-undo')
    await trx.updateTable('users').set({ responder_id: mentor.id }).where('uid', '=', uid).execute()
    await trx
      .deleteFrom('hand_overs')
      .where('learner_uid', '=', uid)
      .where('handed_at', '=', handedOver.handed_at)
      .execute()
    return handedOver.responder_id
  }
  return transactionWithLock(db, locks, trx => idempotent(trx, act, () => takeBack(trx)))
}

/**
 * A hand-over can be undone within ten minutes, if nothing else happened: the mentor is not retired, the colleague
 * still has the learner and has not written to them, and no other account was merged into the learner's.
 */
function undoable(db: Db, { id }: Mentor, now: number) {
  return db
    .selectFrom('hand_overs')
    .innerJoin('users', join =>
      join
        .onRef('users.uid', '=', 'hand_overs.learner_uid')
        .onRef('users.responder_id', '=', 'hand_overs.responder_id'),
    )
    .where('from_responder_id', '=', id)
    .where('handed_at', '>', now - HAND_OVER_UNDO_MS)
    .where(({ exists, selectFrom }) => {
      const self = selectFrom('responders as self').select('self.id').whereRef('self.id', '=', 'from_responder_id')
      return exists(self.where('self.is_active', '=', 1))
    })
    .where(({ not, exists, or, selectFrom }) => {
      const laterHandOver = selectFrom('hand_overs as later')
        .select('later.handed_at')
        .whereRef('later.learner_uid', '=', 'hand_overs.learner_uid')
        .whereRef('later.handed_at', '>', 'hand_overs.handed_at')
      const merge = selectFrom('closed_accounts')
        .select('closed_accounts.uid')
        .whereRef('closed_accounts.merged_into', '=', 'hand_overs.learner_uid')
        .whereRef('closed_accounts.closed_at', '>=', 'hand_overs.handed_at')
      const messageToLearner = selectFrom('messages')
        .select('messages.id')
        .whereRef('messages.learner_uid', '=', 'hand_overs.learner_uid')
        .whereRef('messages.sent_at', '>', 'hand_overs.handed_at')
        .where('messages.author_id', 'is not', null)
      return not(or([exists(laterHandOver), exists(merge), exists(messageToLearner)]))
    })
}
