import { prepareBatched } from '../../database/groups/batched.ts'
import { type Holes, prepare } from '../../database/prepare.ts'
import type { Db } from '../../database/tables.ts'
import { countToReview } from '../../lessons/to-review.ts'

/** The state of a learner's conversation. `seenUpTo`: the mentor has seen all messages until then. */
export async function unseenByLearner(
  db: Db,
  uid: string,
): Promise<{ lastAt: number; unseen: number; seenUpTo: number; waitingSince: number | null }> {
  const [row] = await conversationOf(db, { uid })
  return {
    lastAt: row?.last_at ?? 0,
    unseen: row?.unseen_by_learner ?? 0,
    seenUpTo: row?.responder_seen_at ?? 0,
    waitingSince: row?.waiting_since ?? null,
  }
}

/** The state of all learners of these inboxes as far as the inbox shows it: names, conversations, answers to review. */
export async function unseenByInboxes(
  db: Db,
  inboxes: readonly number[],
): Promise<{ learners: LearnerInInbox[]; toReview: object[] }> {
  const learners = []
  const toReview = []
  for (const inbox of inboxes) {
    learners.push(...(await learnersIn(db, { inbox })))
    toReview.push(...(await toReviewIn(db, { inbox })))
  }
  return { learners, toReview }
}

const conversationOf = prepareBatched({ uid: 'text' }, (db, given) =>
  db
    .selectFrom(given)
    .innerJoin('conversations', 'conversations.learner_uid', 'given.uid')
    .select(['last_at', 'unseen_by_learner', 'responder_seen_at', 'waiting_since', 'given.n']),
)

const learnersIn = prepare((db, { inbox }: Holes<{ inbox: number }>) =>
  db
    .selectFrom('users')
    .leftJoin('conversations', 'conversations.learner_uid', 'users.uid')
    .select(['users.uid', 'display_name', 'unseen_by_responder', 'learner_seen_at', 'waiting_since'])
    .where('users.responder_id', '=', inbox)
    .orderBy('users.uid'),
)

export type LearnerInInbox = Awaited<ReturnType<typeof learnersIn>>[number]

const toReviewIn = prepare((db, { inbox }: Holes<{ inbox: number }>) =>
  countToReview(db).where('users.responder_id', '=', inbox).orderBy('page_answers.uid'),
)
