import { prepare } from '../database/prepare.ts'
import type { Db } from '../database/tables.ts'

type UnseenCount = Record<string, number>

/** How many messages a learner has not seen, under the id of their mentor, and up to when the mentor has seen theirs. */
export async function unseenByLearner(
  db: Db,
  uid: string,
  responderId: number | undefined,
): Promise<{ unseenCount: UnseenCount; seenUpTo: number }> {
  const [row] = await conversationOf(db, { uid })
  return {
    unseenCount: responderId === undefined ? {} : { [responderId]: row?.unseen_by_learner ?? 0 },
    seenUpTo: row?.responder_seen_at ?? 0,
  }
}

/** How many messages of each learner nobody has seen, and how all conversations of these mailboxes stand. */
export async function unseenByMailboxes(
  db: Db,
  mailboxes: readonly number[],
): Promise<{ unseenCount: UnseenCount; conversations: object[] }> {
  const conversations = []
  for (const mailbox of mailboxes) conversations.push(...(await conversationsIn(db, { mailbox })))
  const unseen = conversations.filter(one => one.unseen_by_responder > 0)
  return { unseenCount: Object.fromEntries(unseen.map(one => [one.uid, one.unseen_by_responder])), conversations }
}

const conversationOf = prepare((db, { uid }: { uid: string }) =>
  db.selectFrom('conversations').select(['unseen_by_learner', 'responder_seen_at']).where('learner_uid', '=', uid),
)

const conversationsIn = prepare((db, { mailbox }: { mailbox: number }) =>
  db
    .selectFrom('users')
    .innerJoin('conversations', 'conversations.learner_uid', 'users.uid')
    .select(['users.uid', 'unseen_by_responder', 'learner_seen_at', 'waiting_since'])
    .where('users.responder_id', '=', mailbox)
    .orderBy('users.uid'),
)
