import { IS_PRESENT } from '../../account/user-status.ts'
import { type Holes, prepare } from '../../database/prepare.ts'
import type { Db } from '../../database/tables.ts'
import { countToReview } from '../../lessons/to-review.ts'

/** All learners of these inboxes with their conversations, and the answers to review: what an inbox shows. */
export async function learnersInInboxes(
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

const learnersIn = prepare((db, { inbox }: Holes<{ inbox: number }>) =>
  db
    .selectFrom('users')
    .leftJoin('conversations', 'conversations.learner_uid', 'users.uid')
    .select(['users.uid', 'display_name', 'unseen_by_responder', 'learner_seen_at', 'waiting_since'])
    // A learner who is not present is not shown as waiting.
    .select(IS_PRESENT.as('is_present'))
    .where('users.responder_id', '=', inbox)
    .orderBy('users.uid'),
)

export type LearnerInInbox = Awaited<ReturnType<typeof learnersIn>>[number]

const toReviewIn = prepare((db, { inbox }: Holes<{ inbox: number }>) =>
  countToReview(db).where('users.responder_id', '=', inbox).orderBy('page_answers.uid'),
)
