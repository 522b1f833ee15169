import { type Holes, prepare } from '../../database/prepare.ts'
import type { Db } from '../../database/tables.ts'
import { countToReview } from '../../lessons/to-review.ts'
import { participantOf } from '../conversation/participant.ts'

type UnseenCount = Record<string, number>

/** Number of unseen messages, by the id of the other side. */
export async function unseenCountOf(db: Db, uid: string): Promise<UnseenCount> {
  const participant = await participantOf(db, uid)
  const { unseenCount } =
    participant.kind === 'learner'
      ? await unseenByLearner(db, uid, participant.mentor?.id)
      : await unseenByInboxes(db, participant.inboxes)
  return unseenCount
}

/**
 * Number of messages that a learner has not seen, by the id of their mentor, and up to when the mentor has seen theirs.
 */
export async function unseenByLearner(
  db: Db,
  uid: string,
  mentorId: number | undefined,
): Promise<{ unseenCount: UnseenCount; seenUpTo: number; waitingSince: number | null }> {
  const [row] = await conversationOf(db, { uid })
  return {
    unseenCount: mentorId === undefined ? {} : { [mentorId]: row?.unseen_by_learner ?? 0 },
    seenUpTo: row?.responder_seen_at ?? 0,
    waitingSince: row?.waiting_since ?? null,
  }
}

/**
 * Number of unseen messages of each learner, and the state of all learners of these inboxes as far as the inbox shows
 * it: names, conversations, answers to review.
 */
export async function unseenByInboxes(
  db: Db,
  inboxes: readonly number[],
): Promise<{ unseenCount: UnseenCount; learners: object[]; toReview: object[] }> {
  const learners = []
  const toReview = []
  for (const inbox of inboxes) {
    learners.push(...(await learnersIn(db, { inbox })))
    toReview.push(...(await toReviewIn(db, { inbox })))
  }
  const counts = learners.map(({ uid, unseen_by_responder }) => [uid, unseen_by_responder ?? 0] as const)
  return { unseenCount: Object.fromEntries(counts.filter(([, count]) => count > 0)), learners, toReview }
}

const conversationOf = prepare((db, { uid }: Holes<{ uid: string }>) =>
  db
    .selectFrom('conversations')
    .select(['unseen_by_learner', 'responder_seen_at', 'waiting_since'])
    .where('learner_uid', '=', uid),
)

const learnersIn = prepare((db, { inbox }: Holes<{ inbox: number }>) =>
  db
    .selectFrom('users')
    .leftJoin('conversations', 'conversations.learner_uid', 'users.uid')
    .select(['users.uid', 'display_name', 'unseen_by_responder', 'learner_seen_at', 'waiting_since'])
    .where('users.responder_id', '=', inbox)
    .orderBy('users.uid'),
)

const toReviewIn = prepare((db, { inbox }: Holes<{ inbox: number }>) =>
  countToReview(db).where('users.responder_id', '=', inbox).orderBy('page_answers.uid'),
)
