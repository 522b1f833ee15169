import type { Transaction } from 'kysely'
import { ApiError } from '../../../contract/calls/api-error.ts'
import type { InvitedRole, TeamRole } from '../../../contract/team-roles.ts'
import { changeName } from '../../account/users.ts'
import type { Done } from '../../audit-log/audit-log.ts'
import { parsePhone } from '../../contact/phone.ts'
import type { Tables } from '../../database/tables.ts'
import { type Invitation, type Invited, insertInvitation, takeInvitation } from '../../team/invitations.ts'
import { replaceRoles, rolesOf } from '../../team/roles.ts'
import { mentorIdOf, requireMayNameMentor, rowOf } from '../people/account-acts.ts'
import { makeMentor } from '../people/mentor-acts.ts'

type Trx = Transaction<Tables>

/** Needs `TEAM_LOCK`. Returns the roles as they are stored. */
export async function changeRoles(trx: Trx, uid: string, roles: readonly TeamRole[]): Promise<Done<TeamRole[]>> {
  const former = await replaceRoles(trx, uid, roles)
  const result = await rolesOf(trx, uid)
  const details = { from: former.join(' '), to: result.join(' ') }
  return { result, lines: [{ action: 'roles-changed', subjectUid: uid, details }] }
}

/** Needs `TEAM_LOCK`. */
export async function invite(
  trx: Trx,
  { phoneNumber, role, name }: Invited,
  times: { now: number; lifetimeMs: number },
): Promise<Done<Invitation>> {
  const { number } = parsePhone(phoneNumber, [])
  const invited = role === 'mentor' ? { phoneNumber: number, role, name } : { phoneNumber: number, role }
  const result = await insertInvitation(trx, invited, times)
  return { result, lines: [{ action: 'team-invited', details: { role } }] }
}

/** Needs `TEAM_LOCK`. Ends an invitation that was not taken; returns the role that it offered. */
export async function endTeamInvitation(trx: Trx, id: string): Promise<Done<InvitedRole>> {
  const ended = await trx.deleteFrom('team_invitations').where('id', '=', id).returning('role').executeTakeFirst()
  if (!ended) throw new ApiError('not-found')
  return { result: ended.role, lines: [{ action: 'team-invitation-ended', details: { role: ended.role } }] }
}

/** Coordinators give the role of a mentor only. */
export async function requireMayGive(trx: Trx, actorUid: string, role: InvitedRole): Promise<void> {
  if (role === 'mentor' || (await rolesOf(trx, actorUid)).includes('owner')) return
  throw new ApiError('people/owner-only')
}

/** What holds for naming a mentor holds for inviting one, if this phone has an account. */
export async function requireMayInviteMentor(
  trx: Trx,
  actorUid: string,
  { phoneNumber, name }: Invited,
): Promise<void> {
  const { number } = parsePhone(phoneNumber, [])
  if ((await mentorIdOf(trx, number)) !== undefined) throw new ApiError('team/is-mentor')
  const known = await trx
    .selectFrom('users')
    .select(['uid', 'display_name'])
    .where('phone_number', '=', number)
    .executeTakeFirst()
  if (known) await requireMayNameMentor(trx, actorUid, known.uid)
  if (!name && !known?.display_name) throw new ApiError('bad-request', { message: 'name: is missing' })
}

type Joined = { roles: TeamRole[]; isMentor: boolean }

/** Gives this person what the invitation names. Needs `TEAM_LOCK`, `MENTORS_LOCK` and the person's lock. */
export async function join(
  trx: Trx,
  { uid, phoneNumber }: { uid: string; phoneNumber: string | null },
  id: string,
  now: number,
): Promise<Done<Joined>> {
  const { role, name } = await takeInvitation(trx, { id, phoneNumber }, now)
  const joined = { action: 'team-joined' as const, subjectUid: uid, details: { role } }
  const roles = await rolesOf(trx, uid)
  if (role !== 'mentor') {
    await replaceRoles(trx, uid, [...roles, role])
    return { result: { roles: await rolesOf(trx, uid), isMentor: false }, lines: [joined] }
  }
  // Learners see a name. The person's own is better than the one that somebody else typed.
  if (name && (await rowOf(trx, uid)).display_name === null) await changeName(trx, uid, name)
  const { lines } = await makeMentor(trx, uid, now)
  return { result: { roles, isMentor: true }, lines: [joined, ...lines] }
}
