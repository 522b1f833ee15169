import type { TeamInvitation, TeamMember } from '../../../contract/organisation/team.ts'
import type { Db } from '../../database/tables.ts'
import { recoveryMadeAt } from '../../team/recovery-code.ts'
import { rolesIn } from '../../team/roles.ts'

/** Everybody with a role, mentors included, and who was invited. */
export async function teamNow(
  db: Db,
  now: number,
): Promise<{ members: TeamMember[]; invitations: TeamInvitation[]; recoveryMadeAt: number | null }> {
  const recoveryAt = await recoveryMadeAt(db)
  return { members: await members(db), invitations: await invitations(db, now), recoveryMadeAt: recoveryAt }
}

async function members(db: Db): Promise<TeamMember[]> {
  const rows = await db
    .selectFrom('users')
    .leftJoin('responders', join =>
      join.onRef('responders.phone_number', '=', 'users.phone_number').on('responders.is_active', '=', 1),
    )
    .select(['users.uid', 'users.display_name', 'users.phone_number', 'users.email', 'users.team_roles'])
    .select(['users.created_at', 'users.blocked_at', 'responders.id as mentor_id', 'responders.name as mentor_name'])
    .select(({ selectFrom }) =>
      selectFrom('sessions')
        .select(({ fn }) => fn.max('sessions.created_at').as('at'))
        .whereRef('sessions.uid', '=', 'users.uid')
        .as('signed_in_at'),
    )
    .where(({ or, eb }) => or([eb('users.team_roles', 'is not', null), eb('responders.id', 'is not', null)]))
    .orderBy('users.created_at')
    .execute()
  return rows.map(row => ({
    uid: row.uid,
    name: row.display_name ?? row.mentor_name,
    phoneNumber: row.phone_number,
    email: row.email,
    roles: rolesIn(row.team_roles),
    mentorId: row.mentor_id,
    seenAt: Math.max(row.created_at, row.signed_in_at ?? 0),
    isBlocked: row.blocked_at !== null,
  }))
}

async function invitations(db: Db, now: number): Promise<TeamInvitation[]> {
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
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }))
}
