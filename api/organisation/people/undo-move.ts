import type { Transaction } from 'kysely'
import { ApiError } from '../../../contract/calls/api-error.ts'
import { MOVE_UNDO_MS } from '../../../contract/organisation/mentors.ts'
import type { Reach } from '../../../contract/team-roles.ts'
import type { ActResult } from '../../audit-log/audit-log.ts'
import type { Db, Tables } from '../../database/tables.ts'
import { MENTORS_LOCK } from '../../mentors/mentors.ts'
import { inboxLock } from '../../messages/conversation/conversation.ts'
import { isMentorInReach } from '../../team/reach.ts'
import { requireLearners } from './move.ts'

/**
 * Gives the learners of a move back. Learners who were moved again, or whose former mentor is retired, stay. A move is
 * in reach if all its mentors are. Needs `locksOfUndo`.
 */
export async function giveLearnersBack(
  trx: Transaction<Tables>,
  { id, reach }: { id: string; reach: Reach },
  now: number,
): Promise<ActResult<{ count: number }>> {
  const moved = await movedLearners(trx, id)
  const [first] = moved
  if (!first) throw new ApiError('not-found')
  const mentors = moved.flatMap(({ responder_id, former_id, present_id }) => [responder_id, former_id, present_id])
  if (!mentors.every(mentorId => isMentorInReach(reach, mentorId))) throw new ApiError('not-found')
  const uids = moved.map(({ uid }) => uid)
  if (reach !== 'everybody') await requireLearners(trx, reach, uids)
  if (first.handed_at <= now - MOVE_UNDO_MS) throw new ApiError('people/too-late-to-undo')
  const active = await trx.selectFrom('responders').select('id').where('is_active', '=', 1).execute()
  const activeIds = new Set(active.map(row => row.id))
  const back = moved.filter(row => row.is_still_there && (row.former_id === null || activeIds.has(row.former_id)))
  const isRetired = moved.some(row => row.is_still_there)
  if (back.length === 0) throw new ApiError(isRetired ? 'people/no-mentor' : 'people/too-late-to-undo')
  for (const [formerId, rows] of Map.groupBy(back, row => row.former_id)) {
    const returning = rows.map(({ uid }) => uid)
    await returnLearners(trx, { uids: returning, formerId, from: first.responder_id }, now)
  }
  const subjectUid = moved.length === 1 ? first.uid : null
  const details = { move: id, count: back.length }
  return { result: { count: back.length }, lines: [{ action: 'move-undone', subjectUid, details }] }
}

const LEARNERS_AT_A_TIME = 500

type Return = { uids: readonly string[]; formerId: number | null; from: number }

async function returnLearners(trx: Transaction<Tables>, { uids, formerId, from }: Return, now: number): Promise<void> {
  for (let start = 0; start < uids.length; start += LEARNERS_AT_A_TIME) {
    const some = uids.slice(start, start + LEARNERS_AT_A_TIME)
    await trx.updateTable('users').set({ responder_id: formerId }).where('uid', 'in', some).execute()
    if (formerId !== null) await noteReturn(trx, { uids: some, formerId, from }, now)
  }
}

/**
 * Notes the return in the history of the learner. That history names mentors, so a return to no mentor is only in the
 * log.
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
  const rows = await movedLearners(db, id)
  const inboxes = new Set(rows.flatMap(({ responder_id, former_id }) => [responder_id, former_id ?? responder_id]))
  return [MENTORS_LOCK, ...[...inboxes].map(inboxLock)]
}

/** The learners of a move and its mentors, for their screens. Read it before an undo. */
export async function peopleOfMove(db: Db, id: string): Promise<{ uids: string[]; mentorIds: number[] }> {
  const rows = await movedLearners(db, id)
  const mentorIds = rows.flatMap(({ responder_id, former_id }) => [
    responder_id,
    ...(former_id === null ? [] : [former_id]),
  ])
  return { uids: rows.map(({ uid }) => uid), mentorIds: [...new Set(mentorIds)] }
}

/** The learners of a move, with their mentors at the time and now. */
async function movedLearners(db: Db, id: string) {
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
