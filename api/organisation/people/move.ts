import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import { ApiError } from '../../../contract/calls/api-error.ts'
import type { Reach } from '../../../contract/team-roles.ts'
import { userLock } from '../../account/write-for-user.ts'
import type { ActResult } from '../../audit-log/audit-log.ts'
import type { Db, Tables } from '../../database/tables.ts'
import { MENTORS_LOCK } from '../../mentors/mentors.ts'
import { inboxLock } from '../../messages/conversation/conversation.ts'
import { moveLearners } from '../../messages/conversation/hand-over.ts'
import { isInReach, requireMentorInReach } from '../../team/reach.ts'

/** All learners of a mentor, or chosen ones. */
export type Move = {
  to: number
  from?: number | undefined
  uids?: readonly string[] | undefined
  /** The mentors that the screen showed for the chosen learners. */
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
 * Gives learners with their conversations to a mentor. All of these people must be in reach. Chosen learners whose
 * account has ended are left out. Needs `locksOfMove`.
 */
export async function move(
  trx: Transaction<Tables>,
  { to, from, uids, seen, reach }: Move & { reach: Reach },
  now: number,
): Promise<ActResult<MovedPeople>> {
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
export async function requireLearners(trx: Db, reach: Reach, uids: readonly string[]): Promise<void> {
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
