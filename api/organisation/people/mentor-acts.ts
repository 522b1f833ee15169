import type { Selectable, Transaction } from 'kysely'
import { ApiError } from '../../../contract/calls/api-error.ts'
import { DEFAULT_CAPACITY, type ListedMentor } from '../../../contract/organisation/mentors.ts'
import type { Reach } from '../../../contract/team-roles.ts'
import type { ActResult } from '../../audit-log/audit-log.ts'
import type { Db, Tables } from '../../database/tables.ts'
import { awayLocks, noColleague, saveAway } from '../../inbox/away.ts'
import { addMentor, correctMentor, type StoredMentor } from '../../mentors/mentors.ts'
import { inboxLock } from '../../messages/conversation/conversation.ts'
import { isMentorInReach, requireMentorInReach } from '../../team/reach.ts'
import { mentorIdOf, retire, userRow } from './account-acts.ts'

type Trx = Transaction<Tables>

/** Makes a person a mentor who signs in with their own phone. A retired mentor returns. Needs `MENTORS_LOCK`. */
export async function makeMentor(trx: Trx, uid: string, now: number): Promise<ActResult> {
  const { display_name, phone_number } = await userRow(trx, uid)
  if (phone_number === null) throw new ApiError('people/needs-phone')
  const known = await trx
    .selectFrom('responders')
    .select(['id', 'is_active'])
    .where('phone_number', '=', phone_number)
    .executeTakeFirst()
  if (known?.is_active === 1) return { result: null, lines: [] }
  if (known) {
    await correctMentor(trx, known.id, { isActive: true })
    return { result: null, lines: [{ action: 'mentor-named', subjectUid: uid, details: { mentor: known.id } }] }
  }
  if (display_name === null) throw new ApiError('people/needs-name')
  const { lines } = await nameMentor(trx, { name: display_name, phoneNumber: phone_number }, now)
  return { result: null, lines }
}

/** Needs `MENTORS_LOCK`. */
export async function nameMentor(
  trx: Trx,
  mentor: { name: string; phoneNumber: string },
  now: number,
): Promise<ActResult<StoredMentor>> {
  const result = await addMentor(trx, mentor, now)
  const subjectUid = await uidOf(trx, mentor.phoneNumber)
  return { result, lines: [{ action: 'mentor-named', subjectUid, details: { mentor: result.id } }] }
}

/** Needs `MENTORS_LOCK`. */
export async function changeStoredMentor(
  trx: Trx,
  id: number,
  change: Parameters<typeof correctMentor>[2],
): Promise<ActResult<StoredMentor>> {
  const result = await correctMentor(trx, id, change)
  const subjectUid = await uidOf(trx, result.phoneNumber)
  return { result, lines: [{ action: 'mentor-changed', subjectUid, details: { mentor: id } }] }
}

/** Retires a mentor, who is then a learner or has no role. Needs `MENTORS_LOCK`. */
export async function retireMentorOf(trx: Trx, uid: string): Promise<ActResult> {
  const mentorId = await mentorIdOf(trx, (await userRow(trx, uid)).phone_number)
  return mentorId === undefined ? { result: null, lines: [] } : retireById(trx, mentorId)
}

export async function retireById(trx: Trx, id: number): Promise<ActResult> {
  await retire(trx, id)
  const mentor = await trx.selectFrom('responders').select('phone_number').where('id', '=', id).executeTakeFirst()
  const subjectUid = mentor ? await uidOf(trx, mentor.phone_number) : null
  return { result: null, lines: [{ action: 'mentor-retired', subjectUid, details: { mentor: id } }] }
}

type Change = {
  reach: Reach
  capacity?: number | null | undefined
  away?: { until: number | null; coverId: number | null } | null | undefined
  from?: Pick<ListedMentor, 'capacity' | 'awaySince' | 'awayUntil' | 'coverId'> | undefined
}

/** The locks that `changeMentor` needs. */
export async function locksOfChange(db: Db, id: number, { away, reach }: Change): Promise<string[]> {
  const hidden = await hiddenCover(db, reach, id)
  return [...awayLocks(id, away?.coverId ?? null), ...(hidden === null ? [] : [inboxLock(hidden)])]
}

/** Changes a mentor in reach. Needs `locksOfChange`. Returns the mentors who covered before or cover now. */
export async function changeMentor(trx: Trx, id: number, change: Change, now: number): Promise<ActResult<number[]>> {
  const { capacity, away, reach } = change
  requireMentorInReach(reach, id)
  const mentor = await trx.selectFrom('responders').selectAll().where('id', '=', id).executeTakeFirst()
  if (!mentor) throw new ApiError('not-found')
  if (mentor.is_active !== 1) throw new ApiError('people/no-mentor')
  if (change.from && isChangedSince(mentor, change, change.from)) throw new ApiError('settings/changed')
  if (capacity !== undefined) await trx.updateTable('responders').set({ capacity }).where('id', '=', id).execute()
  if (away && away.until !== null && away.until <= now)
    throw new ApiError('bad-request', { message: 'away.until: is over' })
  if (away && away.coverId !== null && !isMentorInReach(reach, away.coverId)) throw noColleague()
  const coverId = away?.coverId ?? (away ? await hiddenCover(trx, reach, id) : mentor.cover_id)
  const absence = away ? { isAway: true, until: away.until, coverId } : { isAway: false, coverId }
  const result = away === undefined ? [] : await saveAway(trx, id, absence, now)
  const details = {
    mentor: id,
    ...(capacity === undefined ? {} : { capacity }),
    ...(away === undefined ? {} : { isAway: away !== null, until: away?.until ?? null }),
  }
  const subjectUid = await uidOf(trx, mentor.phone_number)
  return { result, lines: [{ action: 'mentor-changed', subjectUid, details }] }
}

/** Whether somebody has changed, since the screen showed it, what this change would replace. */
function isChangedSince(
  { capacity, away_since, away_until, cover_id }: Selectable<Tables['responders']>,
  { reach, ...change }: Change,
  seen: NonNullable<Change['from']>,
): boolean {
  const coverId = isMentorInReach(reach, cover_id) ? cover_id : null
  const isSameAbsence =
    away_since === seen.awaySince && (away_until ?? null) === seen.awayUntil && coverId === seen.coverId
  return (
    (change.capacity !== undefined && (capacity ?? DEFAULT_CAPACITY) !== seen.capacity) ||
    (change.away !== undefined && !isSameAbsence)
  )
}

/**
 * The cover of this mentor if it is out of reach, otherwise null. Such a cover stays, because a coordinator cannot take
 * away a mentor that they do not see.
 */
async function hiddenCover(db: Db, reach: Reach, id: number): Promise<number | null> {
  if (reach === 'everybody') return null
  const row = await db
    .selectFrom('responders')
    .innerJoin('responders as cover', 'cover.id', 'responders.cover_id')
    .select('cover.id')
    .where('responders.id', '=', id)
    .where('responders.away_since', 'is not', null)
    .where('cover.is_active', '=', 1)
    .executeTakeFirst()
  return row && !isMentorInReach(reach, row.id) ? row.id : null
}

async function uidOf(trx: Trx, phoneNumber: string): Promise<string | null> {
  const row = await trx.selectFrom('users').select('uid').where('phone_number', '=', phoneNumber).executeTakeFirst()
  return row?.uid ?? null
}
