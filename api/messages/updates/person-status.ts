import { hash } from 'node:crypto'
import type { Reply } from '../../../contract/calls/endpoint.ts'
import type { getUpdates } from '../../../contract/messages.ts'
import type { Db } from '../../database/tables.ts'
import { isoOf } from '../conversation/message-row.ts'
import { type Learner, type Mentor, type Participant, participantOf } from '../conversation/participant.ts'
import type { PublishedMessage } from '../hub/published-message.ts'
import { type LearnerInInbox, learnersInInboxes } from './learners-in-inboxes.ts'
import type { RepliesSoon } from './replies-soon.ts'

type Status = Omit<Reply<typeof getUpdates>['data'], 'messages' | 'cursor' | 'hasMore'>

/**
 * What a person's screens show beside the messages. `lastAt` is the time of the newest message that it includes. Times
 * are epoch ms.
 */
export type PersonStatus = { lastAt: number; status: Status } & (
  | { participant: Learner }
  | { participant: Mentor; learners: readonly LearnerInInbox[]; toReview: readonly object[] }
)

export async function personStatusOf(db: Db, participant: Participant): Promise<PersonStatus> {
  if (participant.kind === 'mentor') {
    const { learners, toReview } = await learnersInInboxes(db, participant.inboxes)
    return statusOfMentor(participant, { lastAt: participant.lastAt, learners, toReview })
  }
  return statusOfLearner(participant)
}

/** Number of unseen messages, by the id of the other side. */
export async function unseenCountOf(db: Db, uid: string): Promise<Record<string, number>> {
  const { status } = await personStatusOf(db, await participantOf(db, uid))
  return status.unseenCount
}

/** The status after a message. Undefined if an earlier message was missed, or if this one belongs to other people. */
export function personStatusAfter(person: PersonStatus, published: PublishedMessage): PersonStatus | undefined {
  const { at, learnerUid, mentorId, conversation } = published
  if (at <= person.lastAt) return person
  if ('learners' in person) {
    const { participant, learners, toReview } = person
    const before = published.before.inboxes[participant.id]
    if (before === undefined || before > person.lastAt || !participant.inboxes.includes(mentorId)) return undefined
    const place = learners.findIndex(({ uid }) => uid === learnerUid)
    const learner = learners[place]
    if (!learner) return undefined
    const noted = {
      ...learner,
      unseen_by_responder: conversation.unseenByMentor,
      learner_seen_at: conversation.seenByLearnerAt,
      waiting_since: conversation.waitingSince,
    }
    return statusOfMentor(participant, { lastAt: at, learners: learners.with(place, noted), toReview })
  }
  const { participant } = person
  if (learnerUid !== participant.uid || mentorId !== participant.mentor?.id) return undefined
  if (published.before.conversation > person.lastAt) return undefined
  const { unseenByLearner: unseen, seenByMentorAt: seenUpTo, waitingSince } = conversation
  return statusOfLearner({ ...participant, conversation: { lastAt: at, unseen, seenUpTo, waitingSince } })
}

/** Whether the mentor usually replies soon is no part of the state: each process computes it, and two may differ. */
export async function statusIn(person: PersonStatus, repliesSoon: RepliesSoon): Promise<Status> {
  const { status } = person
  if ('learners' in person || !status.responder) return status
  const { responder } = status
  const isSoon = await repliesSoon(responder.id, person.participant.conversation.waitingSince)
  return isSoon ? { ...status, responder: { ...responder, repliesWithinDay: true } } : status
}

function statusOfLearner(participant: Learner): PersonStatus {
  const { mentor, conversation } = participant
  const { lastAt, unseen, seenUpTo } = conversation
  const responder = mentor && {
    id: mentor.id,
    name: mentor.name,
    isAway: mentor.isAway,
    // A cover who is away, too, replies to nobody meanwhile.
    ...(mentor.isAway && mentor.cover && !mentor.cover.isAway ? { coveredBy: mentor.cover.name } : {}),
  }
  const unseenCount: Record<string, number> = mentor ? { [mentor.id]: unseen } : {}
  const status = { unseenCount, responder, seenUpTo: isoOf(seenUpTo) }
  return { participant, lastAt, status: { ...status, state: digest(status) } }
}

type OfMentor = { lastAt: number; learners: readonly LearnerInInbox[]; toReview: readonly object[] }

function statusOfMentor(participant: Mentor, { lastAt, learners, toReview }: OfMentor): PersonStatus {
  const { inboxes, isAway, coverId } = participant
  const unseenCount: Record<string, number> = {}
  for (const { uid, unseen_by_responder: count } of learners) if (count) unseenCount[uid] = count
  const state = digest([inboxes, isAway, coverId, learners, toReview])
  return { participant, lastAt, learners, toReview, status: { unseenCount, state } }
}

function digest(status: unknown): string {
  return hash('sha256', JSON.stringify(status), 'base64url').slice(0, 16)
}
