import type { Transaction } from 'kysely'
import { ApiError } from '../../../contract/calls/api-error.ts'
import type { InvitedRole, TeamRole } from '../../../contract/team-roles.ts'
import { changeName } from '../../account/users.ts'
import type { ActResult, NewLine } from '../../audit-log/audit-log.ts'
import { parsePhone } from '../../contact/phone.ts'
import type { Db, Tables } from '../../database/tables.ts'
import { type Invited, type IssuedInvitation, insertTeamInvitation, takeInvitation } from '../../team/invitations.ts'
import { isLimitable, mentorIdsIn, storedMentorIds } from '../../team/reach.ts'
import { replaceRoles, rolesIn, rolesOf, storedRoles } from '../../team/roles.ts'
import { mentorIdOf, requireMayNameMentor, userRow } from '../people/account-acts.ts'
import { makeMentor } from '../people/mentor-acts.ts'

type Trx = Transaction<Tables>

type Seen = { roles: readonly TeamRole[]; limitedTo: readonly number[] | null }
type Change = { [name in keyof Seen]?: Seen[name] | undefined }

/** Needs `TEAM_LOCK`. Returns the roles as they are stored. */
export async function changeRoles(
  trx: Trx,
  uid: string,
  { roles, limitedTo, from }: Change & { from?: Seen | undefined },
): Promise<ActResult<TeamRole[]>> {
  if (roles === undefined && limitedTo === undefined)
    throw new ApiError('bad-request', { message: 'roles: name them, or a limit' })
  if (from) await requireSame(trx, uid, from)
  const limited = limitedTo === undefined ? [] : await limit(trx, uid, limitedTo)
  const changed = roles === undefined ? [] : await giveRoles(trx, uid, roles)
  // A dialog sends roles and limit together, and the one that did not change gets no line. Roles alone always get a
  // line.
  const lines = [...(limitedTo === undefined ? changed : changed.filter(isChange)), ...limited.filter(isChange)]
  return { result: await rolesOf(trx, uid), lines: asOneLine(lines) }
}

/** Throws if the team no longer shows this person as the owner saw them. */
async function requireSame(trx: Trx, uid: string, seen: Seen): Promise<void> {
  const { team_roles, team_mentors } = await userRow(trx, uid)
  const roles = rolesIn(team_roles)
  const limitedTo = isLimitable(roles) ? mentorIdsIn(team_mentors) : null
  const isSame = storedRoles(roles) === storedRoles(seen.roles)
  if (!isSame || storedMentorIds(limitedTo) !== storedMentorIds(seen.limitedTo)) throw new ApiError('settings/changed')
}

/** Roles and their limit that were changed together are one line, so that one press takes both back. */
function asOneLine([first, second]: NewLine[]): NewLine[] {
  if (!first || !second) return first ? [first] : []
  const { from: limitFrom = '', to: limitTo = '', count = 0 } = second.details ?? {}
  return [{ ...first, details: { ...first.details, limitFrom, limitTo, count } }]
}

function isChange({ details }: NewLine): boolean {
  return details?.from !== details?.to
}

async function giveRoles(trx: Trx, uid: string, roles: readonly TeamRole[]): Promise<NewLine[]> {
  const former = await replaceRoles(trx, uid, roles)
  const details = { from: former.join(' '), to: (await rolesOf(trx, uid)).join(' ') }
  return [{ action: 'roles-changed', subjectUid: uid, details }]
}

/**
 * Limits a coordinator to the people of some mentors. `null` ends the limit. In the log, an empty text means no limit.
 */
async function limit(trx: Trx, uid: string, mentorIds: readonly number[] | null): Promise<NewLine[]> {
  const former = await userRow(trx, uid)
  const stored = await storedLimit(trx, mentorIds)
  await trx.updateTable('users').set({ team_mentors: stored }).where('uid', '=', uid).execute()
  const [from, to] = [former.team_mentors, stored].map(one => (mentorIdsIn(one) ?? []).join(' '))
  const details = { from: from ?? '', to: to ?? '', count: mentorIdsIn(stored)?.length ?? 0 }
  return [{ action: 'roles-limited', subjectUid: uid, details }]
}

/** Throws for a mentor who never existed. A limit may name a retired mentor, whose return then counts at once. */
async function storedLimit(trx: Db, mentorIds: readonly number[] | null): Promise<string | null> {
  const ids = [...new Set(mentorIds)]
  if (ids.length > 0) {
    const known = await trx.selectFrom('responders').select('id').where('id', 'in', ids).execute()
    if (known.length < ids.length) throw new ApiError('not-found')
  }
  return storedMentorIds(mentorIds)
}

/** Needs `TEAM_LOCK`. */
export async function invite(
  trx: Trx,
  { phoneNumber, role, name, limitedTo = null }: Omit<Invited, 'mentors'> & Pick<Change, 'limitedTo'>,
  times: { now: number; lifetimeMs: number },
): Promise<ActResult<IssuedInvitation>> {
  const { number } = parsePhone(phoneNumber, [])
  const invited = {
    ...{ phoneNumber: number, role },
    ...(role === 'mentor' ? { name } : {}),
    ...(role === 'coordinator' ? { mentors: await storedLimit(trx, limitedTo) } : {}),
  }
  const result = await insertTeamInvitation(trx, invited, times)
  return { result, lines: [{ action: 'team-invited', details: { role } }] }
}

/** Needs `TEAM_LOCK`. Ends an invitation that was not taken; returns the role that it offered. */
export async function endTeamInvitation(trx: Trx, id: string): Promise<ActResult<InvitedRole>> {
  const ended = await trx.deleteFrom('team_invitations').where('id', '=', id).returning('role').executeTakeFirst()
  if (!ended) throw new ApiError('not-found')
  return { result: ended.role, lines: [{ action: 'team-invitation-ended', details: { role: ended.role } }] }
}

/** Owners may give every role, and coordinators only that of a mentor. */
export async function requireMayGive(trx: Trx, actorUid: string, role: InvitedRole): Promise<void> {
  if (role === 'mentor' || (await rolesOf(trx, actorUid)).includes('owner')) return
  throw new ApiError('people/owner-only')
}

/** If this phone has an account, inviting a mentor has the same rules as naming one. */
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
): Promise<ActResult<Joined>> {
  const { role, name, mentors = null } = await takeInvitation(trx, { id, phoneNumber }, now)
  const joined = { action: 'team-joined' as const, subjectUid: uid, details: { role } }
  const roles = await rolesOf(trx, uid)
  if (role !== 'mentor') {
    // A coordinator keeps the limit that an owner chose before.
    if (role === 'coordinator' && !roles.includes(role))
      await trx.updateTable('users').set({ team_mentors: mentors }).where('uid', '=', uid).execute()
    await replaceRoles(trx, uid, [...roles, role])
    return { result: { roles: await rolesOf(trx, uid), isMentor: false }, lines: [joined] }
  }
  // Learners see a name. One that the person chose is better than one that somebody else typed.
  if (name && (await userRow(trx, uid)).display_name === null) await changeName(trx, uid, name)
  const { lines } = await makeMentor(trx, uid, now)
  return { result: { roles, isMentor: true }, lines: [joined, ...lines] }
}
