import type { TeamInvitation, TeamMember } from '../../../contract/organisation/team.ts'
import type { Reach } from '../../../contract/team-roles.ts'
import type { Db } from '../../database/tables.ts'
import { isInReach, isLimitable, isMentorInReach, mentorIdsIn } from '../../team/reach.ts'
import { recoveryMadeAt } from '../../team/recovery-code.ts'
import { rolesIn } from '../../team/roles.ts'

type Team = { members: TeamMember[]; invitations: TeamInvitation[]; recoveryMadeAt: number | null }

/** Everybody with a role, mentors included, and who was invited. */
export async function teamNow(db: Db, now: number): Promise<Team> {
  const namedIn = limitNames(await mentorNames(db))
  return {
    members: (await memberRows(db)).map(row => memberFrom(row, namedIn)),
    invitations: await invitations(db, namedIn, now),
    recoveryMadeAt: await recoveryMadeAt(db),
  }
}

/** The team as a limited coordinator sees it: their mentors and themselves, without the roles of others. */
export async function teamInReach(db: Db, uid: string, reach: Reach): Promise<Team> {
  const namedIn = limitNames(await mentorNames(db))
  const rows = await memberRows(db, { uid, reach })
  const members = rows.flatMap(row => {
    const member = memberFrom(row, namedIn)
    const limitedTo = member.limitedTo?.filter(({ id }) => isMentorInReach(reach, id)) ?? null
    if (member.uid === uid) return { ...member, limitedTo }
    // A person with a role who learns from one of these mentors is their learner, and no member of this team.
    return member.mentorId === null ? [] : { ...member, roles: [], limitedTo: null }
  })
  return { members, invitations: [], recoveryMadeAt: null }
}

type Limit = TeamMember['limitedTo']

async function mentorNames(db: Db): Promise<ReadonlyMap<number, string>> {
  const rows = await db.selectFrom('responders').select(['id', 'name']).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

function limitNames(names: ReadonlyMap<number, string>) {
  return (stored: string | null | undefined): Limit =>
    mentorIdsIn(stored)?.map(id => ({ id, name: names.get(id) ?? '' })) ?? null
}

function memberRows(db: Db, only?: { uid: string; reach: Reach }) {
  return db
    .selectFrom('users')
    .leftJoin('responders', join =>
      join.onRef('responders.phone_number', '=', 'users.phone_number').on('responders.is_active', '=', 1),
    )
    .select(['users.uid', 'users.display_name', 'users.phone_number', 'users.email', 'users.team_roles'])
    .select(['users.created_at', 'users.blocked_at', 'users.team_mentors'])
    .select(['responders.id as mentor_id', 'responders.name as mentor_name'])
    .select(({ selectFrom }) => [
      selectFrom('sessions')
        .select(({ fn }) => fn.max('sessions.created_at').as('at'))
        .whereRef('sessions.uid', '=', 'users.uid')
        .as('session_at'),
      // Sessions of Firebase are not in this database, so their sign-ins are only in the log.
      selectFrom('audit_log')
        .select(({ fn }) => fn.max('audit_log.at').as('at'))
        .whereRef('audit_log.actor_uid', '=', 'users.uid')
        .where('audit_log.action', '=', 'signed-in')
        .as('noted_at'),
    ])
    .where(({ or, eb }) => or([eb('users.team_roles', 'is not', null), eb('responders.id', 'is not', null)]))
    .$if(only !== undefined, query =>
      query.where(({ or, eb }) => or([eb('users.uid', '=', only?.uid ?? ''), isInReach(only?.reach ?? [])])),
    )
    .orderBy('users.created_at')
    .execute()
}

type MemberRow = Awaited<ReturnType<typeof memberRows>>[number]

function memberFrom(row: MemberRow, namedIn: ReturnType<typeof limitNames>): TeamMember {
  return {
    uid: row.uid,
    name: row.display_name ?? row.mentor_name,
    phoneNumber: row.phone_number,
    email: row.email,
    roles: rolesIn(row.team_roles),
    limitedTo: isLimitable(rolesIn(row.team_roles)) ? namedIn(row.team_mentors) : null,
    mentorId: row.mentor_id,
    seenAt: Math.max(row.created_at, Number(row.session_at ?? 0), Number(row.noted_at ?? 0)),
    isBlocked: row.blocked_at !== null,
  }
}

async function invitations(db: Db, namedIn: ReturnType<typeof limitNames>, now: number): Promise<TeamInvitation[]> {
  const rows = await db
    .selectFrom('team_invitations')
    .selectAll()
    .where('expires_at', '>', now)
    .orderBy('created_at')
    .execute()
  return rows.map(row => ({
    id: row.id,
    phoneNumber: row.phone_number,
    role: row.role,
    name: row.name ?? null,
    limitedTo: namedIn(row.mentors),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }))
}
