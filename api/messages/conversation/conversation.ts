import { sql, type Transaction } from 'kysely'
import { ApiError } from '../../../contract/calls/api-error.ts'
import { isMentor } from '../../../contract/messages.ts'
import { userLock } from '../../account/write-for-user.ts'
import type { Locks } from '../../database/groups/choose-group.ts'
import { namesOf, prepareMany, selectAllOf } from '../../database/many-rows.ts'
import type { Db, Tables } from '../../database/tables.ts'
import { inboxKey } from '../hub/hub.ts'
import type { PublishedMessage } from '../hub/published-message.ts'
import { learnerAmong, type MentorOfLearner, type Participant, participantsOf } from './participant.ts'

/** The target of a message: its conversation, and the inboxes that it reaches. */
export type MessageTarget = {
  learnerUid: string
  mentor: MentorOfLearner
  /** The mentor who writes; null for the learner. */
  authorId: number | null
  authorName: string | null
  /** If a learner writes: when they were last active (`users.active_at`). */
  activeAt: number | null
  /** Mentor ids: the learner's mentor, and the cover while the mentor is away. */
  inboxes: [number, ...number[]]
  /** The times of the newest messages in the conversation, and in each of the inboxes. */
  before: PublishedMessage['before']
}

/** Sender and reader: `to` is the id of a mentor, or the uid of a learner. */
export type Ends = { uid: string; to: string | number }

/**
 * The conversation of a learner with their own mentor, or of a mentor with one of their learners. Throws for any other.
 */
export async function conversationWith(db: Db, uid: string, to: string | number): Promise<MessageTarget> {
  return conversationAmong(await peopleOf(db, [{ uid, to }]), { uid, to })
}

/** The people of several conversations, by uid. */
export function peopleOf(db: Db, ends: readonly Ends[]): Promise<ReadonlyMap<string, Participant>> {
  return participantsOf(db, [
    ...new Set(ends.flatMap(({ uid, to }) => (isMentor(String(to)) ? [uid] : [uid, String(to)]))),
  ])
}

/** `conversationWith` without a query: `people` were read before. */
export function conversationAmong(people: ReadonlyMap<string, Participant>, { uid, to }: Ends): MessageTarget {
  const participant = people.get(uid)
  if (!participant) throw new ApiError('auth/unauthorized')
  const { learner, mentor } = partnersAmong(people, participant, String(to))
  const cover = mentor.isAway ? mentor.cover : null
  const inboxes = { [mentor.id]: mentor.lastAt, ...(cover ? { [cover.id]: cover.lastAt } : {}) }
  return {
    learnerUid: learner.uid,
    before: { conversation: learner.conversation.lastAt, inboxes },
    mentor,
    ...(participant.kind === 'mentor'
      ? { authorId: participant.id, authorName: participant.name, activeAt: null }
      : { authorId: null, authorName: null, activeAt: participant.activeAt }),
    inboxes: [mentor.id, ...(cover ? [cover.id] : [])],
  }
}

function partnersAmong(people: ReadonlyMap<string, Participant>, participant: Participant, to: string) {
  if (participant.kind === 'mentor') {
    const learner = learnerAmong(people, participant, to)
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

/**
 * The locks that a message holds until its commit. The locks of the inboxes are shared, because one transaction may
 * write messages of several conversations into the same inbox.
 */
export function locksOf({ learnerUid, inboxes }: MessageTarget, uid: string): Locks {
  return { own: [...new Set([userLock(uid), userLock(learnerUid)])], shared: inboxes.map(inboxLock) }
}

/** Keys to notify of a change. The author is last: their screen already shows it. */
export function keysToNotify({ learnerUid, inboxes, authorId }: MessageTarget): string[] {
  const keys = inboxes.map(inboxKey)
  return authorId === null ? [...keys, learnerUid] : [learnerUid, ...keys]
}

/**
 * Chooses the times of messages in different conversations. Each time is later than any message in its conversation and
 * its inboxes, even if the clocks of several machines differ. So a reader who has read up to a time misses no later
 * message. Also returns the newest times before each message, which include messages of the same group. The caller
 * holds all of the locks, and has read the conversations under them.
 */
export async function takeTimes(
  trx: Transaction<Tables>,
  conversations: readonly MessageTarget[],
  now: number,
): Promise<{ time: number; before: PublishedMessage['before'] }[]> {
  const lastIn = new Map<number, number>()
  const times = conversations.map(({ inboxes, before: { conversation, inboxes: read } }) => {
    const before = Object.fromEntries(inboxes.map(id => [id, Math.max(read[id] ?? 0, lastIn.get(id) ?? 0)]))
    const time = Math.max(now, conversation + 1, ...Object.values(before).map(last => last + 1))
    for (const id of inboxes) lastIn.set(id, time)
    return { time, before: { conversation, inboxes: before } }
  })
  const inboxes = [...lastIn].map(([id, time]) => ({ id, time }))
  await setLastMessages(trx, inboxes)
  return times
}

const setLastMessages = prepareMany({ id: 'integer', time: 'bigint' }, (db, given) =>
  db
    .updateTable('responders')
    .from(given)
    .set({ last_message_at: sql.ref('given.time') })
    .whereRef('responders.id', '=', 'given.id'),
)

/** Updates conversations after a message in each: its time, since when the learner waits, and the unseen counts. */
export async function noteInConversations(
  trx: Transaction<Tables>,
  messages: readonly Pick<Tables['messages'], 'learner_uid' | 'author_id' | 'sent_at'>[],
): Promise<ReadonlyMap<string, PublishedMessage['conversation']>> {
  const notes = messages.map(({ learner_uid, author_id, sent_at }) => ({
    learner_uid,
    last_at: sent_at,
    waiting_since: author_id === null ? sent_at : null,
    learner_seen_at: 0,
    responder_seen_at: 0,
    unseen_by_learner: author_id === null ? 0 : 1,
    unseen_by_responder: author_id === null ? 1 : 0,
  }))
  const rows = await noteMessages(trx, notes)
  return new Map(
    rows.map(row => [
      row.learner_uid,
      {
        unseenByLearner: row.unseen_by_learner,
        unseenByMentor: row.unseen_by_responder,
        seenByLearnerAt: row.learner_seen_at,
        seenByMentorAt: row.responder_seen_at,
        waitingSince: row.waiting_since,
      },
    ]),
  )
}

const NOTE_COLUMNS = {
  learner_uid: 'text',
  last_at: 'bigint',
  waiting_since: 'bigint?',
  learner_seen_at: 'bigint',
  responder_seen_at: 'bigint',
  unseen_by_learner: 'integer',
  unseen_by_responder: 'integer',
} as const

const noteMessages = prepareMany(NOTE_COLUMNS, (db, given) =>
  db
    .insertInto('conversations')
    .columns(namesOf(NOTE_COLUMNS))
    .expression(selectAllOf(db, given, NOTE_COLUMNS))
    .onConflict(conflict =>
      conflict.column('learner_uid').doUpdateSet({
        last_at: sql`excluded.last_at`,
        waiting_since: sql`case when excluded.waiting_since is not null
          then coalesce(conversations.waiting_since, excluded.waiting_since) end`,
        unseen_by_learner: sql`conversations.unseen_by_learner + excluded.unseen_by_learner`,
        unseen_by_responder: sql`conversations.unseen_by_responder + excluded.unseen_by_responder`,
      }),
    )
    .returning(['learner_uid', 'waiting_since', 'unseen_by_learner', 'unseen_by_responder'])
    .returning(['learner_seen_at', 'responder_seen_at']),
)
