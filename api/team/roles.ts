import type { Transaction } from 'kysely'
import { ApiError } from '../../contract/calls/api-error.ts'
import { type TeamRole, teamRoles } from '../../contract/team-roles.ts'
import type { Db, Tables } from '../database/tables.ts'

/** The lock for every change by which the last owner could be lost: the second of two changes sees the first one. */
export const TEAM_LOCK = 'team'

/** The roles as a list, from the column `team_roles`. */
export function rolesIn(stored: string | null | undefined): TeamRole[] {
  const names = stored?.split(',') ?? []
  return teamRoles.filter(role => names.includes(role))
}

/** The text for the column `team_roles`: the roles in a fixed order. Null without roles. */
export function storedRoles(roles: readonly TeamRole[]): string | null {
  return teamRoles.filter(role => roles.includes(role)).join(',') || null
}

export async function rolesOf(db: Db, uid: string): Promise<TeamRole[]> {
  const row = await db.selectFrom('users').select('team_roles').where('uid', '=', uid).executeTakeFirst()
  return rolesIn(row?.team_roles)
}

/** Call it in a transaction that holds `TEAM_LOCK`. Returns the former roles. */
export async function replaceRoles(
  trx: Transaction<Tables>,
  uid: string,
  roles: readonly TeamRole[],
): Promise<TeamRole[]> {
  const row = await trx.selectFrom('users').select('team_roles').where('uid', '=', uid).executeTakeFirst()
  if (!row) throw new ApiError('not-found')
  if (!roles.includes('owner')) await requireAnotherOwner(trx, uid)
  await trx
    .updateTable('users')
    .set({ team_roles: storedRoles(roles) })
    .where('uid', '=', uid)
    .execute()
  return rolesIn(row.team_roles)
}

export async function hasOwner(db: Db): Promise<boolean> {
  return (await ownersOf(db)).length > 0
}

/**
 * Throws if this person is the only owner. Owners who are blocked or will be erased do not count as others. Call it in
 * a transaction that holds `TEAM_LOCK`.
 */
export async function requireAnotherOwner(db: Db, uid: string): Promise<void> {
  const owners = await ownersOf(db)
  if (!owners.some(owner => owner.uid === uid)) return
  const others = owners.filter(owner => owner.uid !== uid && owner.blocked_at === null && owner.erase_at === null)
  if (others.length === 0) throw new ApiError('team/last-owner')
}

export async function ownersOf(db: Db): Promise<Pick<Tables['users'], 'uid' | 'blocked_at' | 'erase_at'>[]> {
  const rows = await db
    .selectFrom('users')
    .select(['uid', 'blocked_at', 'erase_at', 'team_roles'])
    .where('team_roles', 'is not', null)
    .execute()
  return rows.filter(row => rolesIn(row.team_roles).includes('owner'))
}
