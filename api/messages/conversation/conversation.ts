import { sql, type Transaction } from 'kysely'
import { ApiError } from '../../../contract/calls/api-error.ts'
import { userLock } from '../../account/write-for-user.ts'
import { type Holes, prepare } from '../../database/prepare.ts'
import type { Db, Tables } from '../../database/tables.ts'
import { inboxKey } from '../hub/hub.ts'
import type { Told } from '../hub/told.ts'
import { learnerOf, type MentorOfLearner, type Participant, participantOf } from './participant.ts'

/** The target of a message: its conversation, and the inboxes that it reaches. */
export type Conversation = {
  learnerUid: string
  mentor: MentorOfLearner
  /** The mentor who writes; null for the learner. */
  authorId: number | null
  authorName: string | null
  /** If a learner writes: when they were last active (`users.active_at`). */
  activeAt: number | null
  /** Mentor ids: the learner's mentor, and the cover while the mentor is away. */
  inboxes: [number, ...number[]]
  /** The times of the newest messages in it, and in each of the inboxes. */
  before: Told['before']
}

/**
 * The conversation of a learner with their own mentor, or of a mentor with one of their learners. Throws for any other.
 */
export async function conversationWith(db: Db, uid: string, to: string | number): Promise<Conversation> {
  const participant = await participantOf(db, uid)
  const { learner, mentor } = await partnersIn(db, participant, String(to))
  const cover = mentor.isAway ? mentor.cover : null
  const inboxes = { [mentor.id]: mentor.lastAt, ...(cover ? { [cover.id]: cover.lastAt } : {}) }
  return {
    learnerUid: learner.uid,
    before: { conversation: learner.lastAt, inboxes },
    mentor,
    ...(participant.kind === 'mentor'
      ? { authorId: participant.id, authorName: participant.name, activeAt: null }
      : { authorId: null, authorName: null, activeAt: participant.activeAt }),
    inboxes: [mentor.id, ...(cover ? [cover.id] : [])],
  }
}

async function partnersIn(db: Db, participant: Participant, to: string) {
  if (participant.kind === 'mentor') {
    const learner = await learnerOf(db, participant, to)
    return { learner, mentor: learner.mentor }
  }
  if (participant.mentor === null) throw new ApiError('messenger/no-responder')
  if (to !== String(participant.mentor.id)) throw new ApiError('messenger/not-your-responder')
  return { learner: participant, mentor: participant.mentor }
}

/** The lock for writing into an inbox, held until the commit. */
export function inboxLock(mentorId: number): string {
  return `inbox ${mentorId}`
}

/** The locks that a write into a conversation holds until its commit. */
export function locksOf({ learnerUid, inboxes }: Conversation): string[] {
  return [userLock(learnerUid), ...inboxes.map(inboxLock)]
}

/** Keys to notify of a change. The author is last: their screen already shows it. */
export function keysOf({ learnerUid, inboxes, authorId }: Conversation): string[] {
  const keys = inboxes.map(inboxKey)
  return authorId === null ? [...keys, learnerUid] : [learnerUid, ...keys]
}

/**
 * The time of a message: later than anything in its conversation and its inboxes, even if the clocks of several
 * machines differ. So a reader who has read up to a time misses nothing later. Needs all of their locks, and a
 * conversation that was read under them.
 */
export async function takeTime(
  trx: Transaction<Tables>,
  { inboxes, before }: Conversation,
  now: number,
): Promise<number> {
  const [inbox, cover = inbox] = inboxes
  const time = Math.max(now, before.conversation + 1, ...Object.values(before.inboxes).map(last => last + 1))
  await setLastMessage(trx, { time, inbox, cover })
  return time
}

const setLastMessage = prepare((db, { time, inbox, cover }: Holes<{ time: number; inbox: number; cover: number }>) =>
  db.updateTable('responders').set({ last_message_at: time }).where('id', 'in', [inbox, cover]),
)

/** Updates the conversation after a message: its time, since when the learner waits, and the unseen counts. */
export async function noteInConversation(
  trx: Transaction<Tables>,
  { learnerUid, authorId }: Conversation,
  time: number,
): Promise<Told['conversation']> {
  const isFromLearner = authorId === null
  const [row] = (await noteMessage(trx, {
    learnerUid,
    time,
    waitingSince: isFromLearner ? time : null,
    forLearner: isFromLearner ? 0 : 1,
    forMentor: isFromLearner ? 1 : 0,
  })) as [Noted]
  return {
    unseenByLearner: row.unseen_by_learner,
    unseenByMentor: row.unseen_by_responder,
    seenByLearnerAt: row.learner_seen_at,
    seenByMentorAt: row.responder_seen_at,
    waitingSince: row.waiting_since,
  }
}

type Note = { learnerUid: string; time: number; waitingSince: number | null; forLearner: number; forMentor: number }

const noteMessage = prepare((db, { learnerUid, time, waitingSince, forLearner, forMentor }: Holes<Note>) =>
  db
    .insertInto('conversations')
    .values({
      learner_uid: learnerUid,
      last_at: time,
      waiting_since: waitingSince,
      learner_seen_at: 0,
      responder_seen_at: 0,
      unseen_by_learner: forLearner,
      unseen_by_responder: forMentor,
    })
    .onConflict(conflict =>
      conflict.column('learner_uid').doUpdateSet({
        last_at: sql`excluded.last_at`,
        waiting_since: sql`case when excluded.waiting_since is not null
          then coalesce(conversations.waiting_since, excluded.waiting_since) end`,
        unseen_by_learner: sql`conversations.unseen_by_learner + excluded.unseen_by_learner`,
        unseen_by_responder: sql`conversations.unseen_by_responder + excluded.unseen_by_responder`,
      }),
    )
    .returning(['waiting_since', 'unseen_by_learner', 'unseen_by_responder', 'learner_seen_at', 'responder_seen_at']),
)

type Noted = Awaited<ReturnType<typeof noteMessage>>[number]
