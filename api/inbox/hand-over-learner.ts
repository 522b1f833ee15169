import { ApiError } from '../../contract/calls/api-error.ts'
import { type KeyedRequest, replayOf } from '../database/idempotent.ts'
import type { Db } from '../database/tables.ts'
import { handOver } from '../messages/conversation/hand-over.ts'
import { learnerOf, type Mentor } from '../messages/conversation/participant.ts'

type HandOn = { uid: string; to: number; note: string | undefined }

/** A mentor gives one of their own learners to a colleague. Throws for a learner that the mentor only covers. */
export async function handOverLearner(
  db: Db,
  mentor: Mentor,
  { uid, to, note = '' }: HandOn,
  act: KeyedRequest,
): Promise<void> {
  // The request may be a repeat after a lost reply. Then the learner is the colleague's, and the checks would fail.
  if ((await replayOf<string[]>(db, act))?.includes(uid)) return
  const learner = await learnerOf(db, mentor, uid)
  if (learner.mentor.id !== mentor.id) throw new ApiError('messenger/not-your-learner')
  if (to === mentor.id) throw new ApiError('bad-request', { message: 'to: is yourself' })
  const given = await handOver(db, { from: mentor.id, to, learnerUid: uid, note, act }, act.now)
  if (given.length === 0) throw new ApiError('messenger/not-your-learner')
}

/** The note from the former mentor to the present one. */
export async function handOverNoteFor(db: Db, uid: string) {
  const row = await db
    .selectFrom('hand_overs')
    .innerJoin('responders', 'responders.id', 'hand_overs.from_responder_id')
    .innerJoin('users', 'users.uid', 'hand_overs.learner_uid')
    .select(['note', 'name', 'handed_at'])
    .where('learner_uid', '=', uid)
    .whereRef('hand_overs.responder_id', '=', 'users.responder_id')
    .where('note', 'is not', null)
    .orderBy('handed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { text: row.note ?? '', fromName: row.name, at: row.handed_at }
}
