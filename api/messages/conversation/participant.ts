import { ApiError } from '../../../contract/calls/api-error.ts'
import { prepareJoined } from '../../database/groups/joined-queries.ts'
import { prepareMany } from '../../database/many-rows.ts'
import type { Db } from '../../database/tables.ts'

/** The person who asks: a learner, or a mentor with the inboxes that they read now. */
export type Participant = Learner | Mentor

export type Learner = {
  kind: 'learner'
  uid: string
  mentor: MentorOfLearner | null
  activeAt: number | null
  conversation: LearnersConversation
}

/**
 * `lastAt` is the time of the newest message, 0 without one. `unseen` counts the mentor's messages that the learner has
 * not seen. `seenUpTo`: the mentor has seen all messages until then.
 */
export type LearnersConversation = { lastAt: number; unseen: number; seenUpTo: number; waitingSince: number | null }

/** `lastAt` is the time of the newest message in their inbox. */
export type MentorOfLearner = {
  id: number
  name: string
  isAway: boolean
  lastAt: number
  cover: { id: number; name: string; isAway: boolean; lastAt: number } | null
}

/**
 * `inboxes` are mentor ids: their own, and those they cover. `lastAt` is the time of the newest message in them when
 * this was read: no later message gets an earlier time.
 */
export type Mentor = {
  kind: 'mentor'
  uid: string
  id: number
  name: string
  inboxes: number[]
  lastAt: number
  isAway: boolean
  coverId: number | null
}

/**
 * A mentor is recognised by the phone they sign in with. It is read at each request, so a removed right ends at once.
 */
export async function participantOf(db: Db, uid: string): Promise<Participant> {
  const participant = await participantIfAny(db, uid)
  if (!participant) throw new ApiError('auth/unauthorized')
  return participant
}

/** Undefined if there is no account. */
export async function participantIfAny(db: Db, uid: string): Promise<Participant | undefined> {
  return participantIn(await rowsOf(db, { uid }))
}

/** Several people, by uid. Those without an account are missing. */
export async function participantsOf(db: Db, uids: readonly string[]): Promise<ReadonlyMap<string, Participant>> {
  const rows = await rowsOfEach(
    db,
    uids.map(uid => ({ uid })),
  )
  const byUid = Map.groupBy(rows, row => row.uid)
  return new Map([...byUid].flatMap(([uid, own]) => [[uid, participantIn(own) as Participant]]))
}

function participantIn(rows: Row[]): Participant | undefined {
  const [row] = rows
  if (!row) return undefined
  const { uid } = row
  if (row.self_id !== null) {
    const inboxes = [row.self_id, ...rows.flatMap(({ covered_id }) => covered_id ?? [])]
    const away = { isAway: row.self_away_since !== null, coverId: row.self_cover_id }
    const self = { id: row.self_id, name: row.self_name ?? '', lastAt: row.self_last_at ?? 0 }
    return { kind: 'mentor', uid, ...self, inboxes, ...away }
  }
  const activeAt = row.active_at ?? null
  return { kind: 'learner', uid, mentor: mentorFrom(row), activeAt, conversation: conversationFrom(row) }
}

/** Throws for a learner. */
export async function mentorOf(db: Db, uid: string): Promise<Mentor> {
  const participant = await participantOf(db, uid)
  if (participant.kind !== 'mentor') throw new ApiError('forbidden')
  return participant
}

/** A learner whose messages this mentor reads. Throws the same error for any other uid, whether it exists or not. */
export async function learnerOf(db: Db, mentor: Mentor, uid: string): Promise<LearnerWithMentor> {
  return learnerAmong(await participantsOf(db, [uid]), mentor, uid)
}

export type LearnerWithMentor = Learner & { mentor: MentorOfLearner }

/** `learnerOf` without a query: `people` were read before. */
export function learnerAmong(people: ReadonlyMap<string, Participant>, mentor: Mentor, uid: string): LearnerWithMentor {
  const participant = people.get(uid)
  const isTheirs =
    participant?.kind === 'learner' && participant.mentor !== null && mentor.inboxes.includes(participant.mentor.id)
  if (!isTheirs) throw new ApiError('messenger/not-your-learner')
  return participant as LearnerWithMentor
}

function mentorFrom(row: Row): MentorOfLearner | null {
  if (row.id === null) return null
  const { id, name, cover_id: coverId } = row
  const away = { isAway: row.away_since !== null, lastAt: row.last_message_at ?? 0 }
  if (coverId === null) return { id, name: name ?? '', ...away, cover: null }
  const cover = { isAway: row.cover_away_since !== null, lastAt: row.cover_last_at ?? 0 }
  return { id, name: name ?? '', ...away, cover: { id: coverId, name: row.cover_name ?? '', ...cover } }
}

function conversationFrom(row: Row): LearnersConversation {
  return {
    lastAt: row.last_at ?? 0,
    unseen: row.unseen_by_learner ?? 0,
    seenUpTo: row.responder_seen_at ?? 0,
    waitingSince: row.waiting_since,
  }
}

const rowsOf = prepareJoined({ uid: 'text' }, (db, given) =>
  selectRows(db).innerJoin(given, 'given.uid', 'users.uid').select('given.n'),
)

const rowsOfEach = prepareMany({ uid: 'text' }, (db, given) =>
  selectRows(db).where('users.uid', 'in', db.selectFrom(given).select('given.uid')),
)

/** The rows of a person: one, or one for each mentor that they cover. */
function selectRows(db: Db) {
  return db
    .selectFrom('users')
    .leftJoin('responders as own', 'own.id', 'users.responder_id')
    .leftJoin('responders as cover', join =>
      join.onRef('cover.id', '=', 'own.cover_id').on('own.away_since', 'is not', null).on('cover.is_active', '=', 1),
    )
    .leftJoin('responders as self', join =>
      join.onRef('self.phone_number', '=', 'users.phone_number').on('self.is_active', '=', 1),
    )
    .leftJoin('responders as covered', join =>
      join.onRef('covered.cover_id', '=', 'self.id').on('covered.away_since', 'is not', null),
    )
    .leftJoin('conversations', 'conversations.learner_uid', 'users.uid')
    .select(['own.id', 'own.name', 'own.away_since', 'own.last_message_at'])
    .select(['conversations.last_at', 'unseen_by_learner', 'responder_seen_at', 'waiting_since'])
    .select(['cover.id as cover_id', 'cover.name as cover_name', 'cover.away_since as cover_away_since'])
    .select('cover.last_message_at as cover_last_at')
    .select(['self.id as self_id', 'self.name as self_name', 'self.last_message_at as self_last_at'])
    .select(['self.away_since as self_away_since', 'self.cover_id as self_cover_id'])
    .select(['covered.id as covered_id', 'users.uid', 'users.active_at'])
    .orderBy('covered.id')
}

type Row = Awaited<ReturnType<typeof rowsOfEach>>[number]
