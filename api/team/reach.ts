import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { ApiError } from '../../contract/calls/api-error.ts'
import type { Reach, TeamRole } from '../../contract/team-roles.ts'
import type { Db, Tables } from '../database/tables.ts'
import { rolesIn } from './roles.ts'

/** The ids in a column of mentors; null without a limit. */
export function mentorIdsIn(stored: string | null | undefined): number[] | null {
  return stored == null ? null : stored.split(',').filter(Boolean).map(Number)
}

/** The text for a column of mentors: the ids in a fixed order. Null without a limit. */
export function storedMentorIds(ids: readonly number[] | null): string | null {
  return ids && [...new Set(ids)].toSorted((one, other) => one - other).join(',')
}

type Limited = Pick<Tables['users'], 'team_roles' | 'team_mentors'>

/** The limit after a merge of accounts: the mentors of all of them. Null if a coordinator among them has no limit. */
export function joinedLimit(...accounts: readonly Limited[]): string | null {
  const coordinators = accounts.filter(({ team_roles }) => rolesIn(team_roles).includes('coordinator'))
  const limits = (coordinators.length > 0 ? coordinators : accounts).map(one => mentorIdsIn(one.team_mentors))
  if (coordinators.length > 0 && limits.includes(null)) return null
  const known = limits.filter(limit => limit !== null)
  return known.length === 0 ? null : storedMentorIds(known.flat())
}

type RolesAndReach = { roles: TeamRole[]; reach: Reach }

/** The roles of a person, and whose people they may see. */
export async function rolesAndReach(db: Db, uid: string): Promise<RolesAndReach> {
  const row = await db
    .selectFrom('users')
    .select(['team_roles', 'team_mentors'])
    .where('uid', '=', uid)
    .executeTakeFirst()
  const roles = rolesIn(row?.team_roles)
  const limit = mentorIdsIn(row?.team_mentors)
  return { roles, reach: limit !== null && isLimitable(roles) ? await activeAmong(db, limit) : 'everybody' }
}

/** Whether a limit holds for these roles. It limits a coordinator, but not one who is also an owner. */
export function isLimitable(roles: readonly TeamRole[]): boolean {
  return roles.includes('coordinator') && !roles.includes('owner')
}

/** Learners are not left with a retired mentor, so a retired mentor has no people. */
async function activeAmong(db: Db, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('responders')
    .select('id')
    .where('id', 'in', ids)
    .where('is_active', '=', 1)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** SQL condition for rows of `users`: the learners of these mentors, and the mentors themselves. */
export function isInReach(reach: Reach): RawBuilder<SqlBool> {
  if (reach === 'everybody') return sql<SqlBool>`1 = 1`
  if (reach.length === 0) return sql<SqlBool>`1 = 0`
  const ids = sql.join([...reach])
  return sql<SqlBool>`(${isLearnerInReach(reach)} or exists (select 1 from responders as reached
    where reached.phone_number = users.phone_number and reached.is_active = 1 and reached.id in (${ids})))`
}

/**
 * SQL condition for rows of `users`: the learners of these mentors. Somebody of the team who has not learned anything
 * is no learner, although a mentor was assigned to them at their first sign-in.
 */
export function isLearnerInReach(reach: Reach): RawBuilder<SqlBool> {
  if (reach === 'everybody') return sql<SqlBool>`1 = 1`
  if (reach.length === 0) return sql<SqlBool>`1 = 0`
  return sql<SqlBool>`(users.responder_id in (${sql.join([...reach])})
    and (users.team_roles is null or users.began_at is not null))`
}

export function isMentorInReach(reach: Reach, mentorId: number | null): boolean {
  return reach === 'everybody' || (mentorId !== null && reach.includes(mentorId))
}

/** Throws the same error for a person out of reach as for one who does not exist. */
export async function requirePersonInReach(db: Db, reach: Reach, uid: string): Promise<void> {
  if (reach === 'everybody') return
  const row = await db
    .selectFrom('users')
    .select('uid')
    .where('uid', '=', uid)
    .where(isInReach(reach))
    .executeTakeFirst()
  if (!row) throw new ApiError('not-found')
}

/** Throws the same error for a mentor out of reach as for one who does not exist. */
export function requireMentorInReach(reach: Reach, mentorId: number | null): void {
  if (!isMentorInReach(reach, mentorId)) throw new ApiError('not-found')
}
