import { IS_PRESENT } from '../../account/user-status.ts'
import type { Db } from '../../database/tables.ts'

export type WaitingLearner = { name: string; uid: string; responderName: string; waitingSince: number }

/** Learners with an unanswered message, the longest waiting first. */
export async function whoWaits(db: Db): Promise<WaitingLearner[]> {
  const rows = await db
    .selectFrom('conversations')
    .innerJoin('users', 'users.uid', 'conversations.learner_uid')
    .leftJoin('responders', 'responders.id', 'users.responder_id')
    .select(['users.uid', 'users.display_name', 'users.phone_number', 'users.email'])
    .select(['responders.name as responder_name', 'waiting_since'])
    .where('waiting_since', 'is not', null)
    .where(IS_PRESENT)
    .orderBy('waiting_since')
    .execute()
  return rows.map(row => ({
    uid: row.uid,
    name: row.display_name ?? row.phone_number ?? row.email ?? row.uid,
    responderName: row.responder_name ?? '',
    waitingSince: row.waiting_since ?? 0,
  }))
}
