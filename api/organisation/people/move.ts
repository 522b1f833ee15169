import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import { ApiError } from '../../../contract/calls/api-error.ts'
import { MOVE_UNDO_MS } from '../../../contract/organisation/mentors.ts'
import type { Reach } from '../../../contract/team-roles.ts'
import { userLock } from '../../account/write-for-user.ts'
import type { Done } from '../../audit-log/audit-log.ts'
import type { Db, Tables } from '../../database/tables.ts'
import { MENTORS_LOCK } from '../../mentors/mentors.ts'
import { inboxLock } from '../../messages/conversation/conversation.ts'
import { moveLearners } from '../../messages/conversation/hand-over.ts'
import { isInReach, isMentorInReach, requireMentorInReach } from '../../team/reach.ts'

/** All learners of a mentor, or chosen ones. */
export type Move = {
  to: number
  from?: number | undefined
  uids?: readonly string[] | undefined
  /** The mentors that the chosen ones had on the screen. */
  seen?: readonly (number | null)[] | undefined
}
export type MovedPeople = { id: string; count: number }

/** Locks that keep others from writing into an inbox while its learners leave it. */
export async function locksOfMove(db: Db, { to, from, uids = [] }: Move): Promise<string[]> {
  const present = uids.length > 0 ? await mentorsOf(db, uids) : []
  const inboxes = new Set([to, ...(from === undefined ? [] : [from]), ...present])
  return [MENTORS_LOCK, ...[...inboxes].map(inboxLock), ...uids.map(userLock)]
}

/**
 * Gives learners with their conversations to a mentor, all of them in reach. Chosen ones whose account has ended are
 * left out. Needs `locksOfMove`.
 */
export async function move(
  trx: Transaction<Tables>,
  { to, from, uids, seen, reach }: Move & { reach: Reach },
  now: number,
): Promise<Done<MovedPeople>> {
  requireMentorInReach(reach, to)
  await requireMentor(trx, to)
  if (from !== undefined) await requireKnown(trx, reach, from)
  if (from === to) throw new ApiError('bad-request', { message: 'from: is the same mentor' })
  const present = uids && (await presentOf(trx, uids))
  if (present) await requireLearners(trx, reach, present)
  if (present && seen) await requireSeen(trx, present, [...seen, to])
  const id = randomBytes(12).toString('base64url')
  const chosen = present ?? (await learnersOf(trx, reach, from))
  if (chosen?.length === 0) return { result: { id, count: 0 }, lines: [] }
  const moved = await moveLearners(trx, { to, from, uids: chosen, details: { move_id: id } }, now)
  const former = new Set(moved.map(({ formerId }) => formerId))
  const details = { move: id, to, from: former.size === 1 ? ([...former][0] ?? null) : null, count: moved.length }
  const subjectUid = moved.length === 1 ? (moved[0]?.uid ?? null) : null
  const lines = moved.length > 0 ? [{ action: 'learners-moved' as const, subjectUid, details }] : []
  return { result: { id, count: moved.length }, lines }
}

/**
 * Gives the learners of a move back. Those who were moved again, or whose former mentor is retired, stay. A move is in
 * reach if all its mentors are. Needs `locksOfUndo`.
 */
export async function giveLearnersBack(
  trx: Transaction<Tables>,
  { id, reach }: { id: string; reach: Reach },
  now: number,
): Promise<Done<{ count: number }>> {
  const moved = await rowsOf(trx, id)
  const [first] = moved
  if (!first) throw new ApiError('not-found')
  const mentors = moved.flatMap(({ responder_id, former_id, present_id }) => [responder_id, former_id, present_id])
  if (!mentors.every(mentorId => isMentorInReach(reach, mentorId))) throw new ApiError('not-found')
  if (reach !== 'everybody')
    await requireLearners(
      trx,
      reach,
      moved.map(({ uid }) => uid),
    )
  if (first.handed_at <= now - MOVE_UNDO_MS) throw new ApiError('people/too-late-to-undo')
  const active = await trx.selectFrom('responders').select('id').where('is_active', '=', 1).execute()
  const isActive = new Set(active.map(row => row.id))
  const back = moved.filter(row => row.is_still_there && (row.former_id === null || isActive.has(row.former_id)))
  if (back.length === 0) throw new ApiError('people/too-late-to-undo')
  for (const [formerId, rows] of Map.groupBy(back, row => row.former_id)) {
    const uids = rows.map(row => row.uid)
    for (let start = 0; start < uids.length; start += LEARNERS_AT_A_TIME) {
      const some = uids.slice(start, start + LEARNERS_AT_A_TIME)
      await trx.updateTable('users').set({ responder_id: formerId }).where('uid', 'in', some).execute()
      if (formerId !== null) await noteReturn(trx, { uids: some, formerId, from: first.responder_id }, now)
    }
  }
  const subjectUid = moved.length === 1 ? first.uid : null
  const details = { move: id, count: back.length }
  return { result: { count: back.length }, lines: [{ action: 'move-undone', subjectUid, details }] }
}

const LEARNERS_AT_A_TIME = 500

/**
 * Notes the return in the history of the learner, below the move. That history names mentors, so a return to nobody is
 * only in the log.
 */
async function noteReturn(
  trx: Transaction<Tables>,
  { uids, formerId, from }: { uids: readonly string[]; formerId: number; from: number },
  now: number,
): Promise<void> {
  const returned = { responder_id: formerId, former_responder_id: from, handed_at: now }
  await trx
    .insertInto('hand_overs')
    .values(uids.map(uid => ({ ...returned, learner_uid: uid, from_responder_id: null, note: null })))
    .onConflict(conflict => conflict.columns(['learner_uid', 'handed_at']).doUpdateSet({ ...returned, move_id: null }))
    .execute()
}

export async function locksOfUndo(db: Db, id: string): Promise<string[]> {
  const rows = await rowsOf(db, id)
  const inboxes = new Set(rows.flatMap(({ responder_id, former_id }) => [responder_id, former_id ?? responder_id]))
  return [MENTORS_LOCK, ...[...inboxes].map(inboxLock)]
}

/** The learners of a move and its mentors, for their screens. Read it before an undo. */
export async function peopleOfMove(db: Db, id: string): Promise<{ uids: string[]; mentorIds: number[] }> {
  const rows = await rowsOf(db, id)
  const mentorIds = rows.flatMap(({ responder_id, former_id }) => [
    responder_id,
    ...(former_id === null ? [] : [former_id]),
  ])
  return { uids: rows.map(({ uid }) => uid), mentorIds: [...new Set(mentorIds)] }
}

async function rowsOf(db: Db, id: string) {
  const rows = await db
    .selectFrom('hand_overs')
    .innerJoin('users', 'users.uid', 'hand_overs.learner_uid')
    .select(['users.uid', 'handed_at', 'hand_overs.responder_id', 'former_responder_id as former_id'])
    .select('users.responder_id as present_id')
    .select(({ selectFrom }) =>
      selectFrom('hand_overs as latest')
        .select(({ fn }) => fn.max<number>('latest.handed_at').as('at'))
        .whereRef('latest.learner_uid', '=', 'hand_overs.learner_uid')
        .as('latest_at'),
    )
    .where('move_id', '=', id)
    .execute()
  return rows.map(({ latest_at, former_id, ...row }) => ({
    ...row,
    former_id: former_id ?? null,
    is_still_there: row.present_id === row.responder_id && Number(latest_at) === row.handed_at,
  }))
}

async function mentorsOf(db: Db, uids: readonly string[]): Promise<number[]> {
  const rows = await db.selectFrom('users').select('responder_id').distinct().where('uid', 'in', uids).execute()
  return rows.flatMap(row => row.responder_id ?? [])
}

async function requireMentor(trx: Db, id: number): Promise<void> {
  const row = await trx.selectFrom('responders').select('is_active').where('id', '=', id).executeTakeFirst()
  if (!row) throw new ApiError('not-found')
  if (row.is_active !== 1) throw new ApiError('people/no-mentor')
}

/** Leaves out those who were erased meanwhile. Throws if nobody is left. */
async function presentOf(trx: Db, uids: readonly string[]): Promise<string[]> {
  const rows = await trx.selectFrom('users').select('uid').where('uid', 'in', uids).execute()
  if (rows.length === 0) throw new ApiError('not-found')
  return rows.map(({ uid }) => uid)
}

/** The mentor's learners who are in reach. Undefined: all of them. */
async function learnersOf(trx: Db, reach: Reach, mentorId: number | undefined): Promise<string[] | undefined> {
  if (reach === 'everybody' || mentorId === undefined) return undefined
  const rows = await trx
    .selectFrom('users')
    .select('uid')
    .where('responder_id', '=', mentorId)
    .where(isInReach(reach))
    .execute()
  return rows.map(({ uid }) => uid)
}

/** Throws if one of the learners was given to a third mentor meanwhile. */
async function requireSeen(trx: Db, uids: readonly string[], mentors: readonly (number | null)[]): Promise<void> {
  const rows = await trx.selectFrom('users').select('responder_id').distinct().where('uid', 'in', uids).execute()
  if (!rows.every(({ responder_id }) => mentors.includes(responder_id))) throw new ApiError('settings/changed')
}

async function requireKnown(trx: Db, reach: Reach, id: number): Promise<void> {
  requireMentorInReach(reach, id)
  const row = await trx.selectFrom('responders').select('id').where('id', '=', id).executeTakeFirst()
  if (!row) throw new ApiError('not-found')
}

/**
 * Throws for an account that ended meanwhile or is out of reach, and for a mentor: nobody is their own learner.
 */
async function requireLearners(trx: Db, reach: Reach, uids: readonly string[]): Promise<void> {
  const rows = await trx
    .selectFrom('users')
    .leftJoin('responders', join =>
      join.onRef('responders.phone_number', '=', 'users.phone_number').on('responders.is_active', '=', 1),
    )
    .select(['users.uid', 'responders.id as mentor_id'])
    .where('users.uid', 'in', uids)
    .where(isInReach(reach))
    .execute()
  if (rows.length < new Set(uids).size) throw new ApiError('not-found')
  if (rows.some(row => row.mentor_id !== null)) throw new ApiError('people/is-mentor')
}
