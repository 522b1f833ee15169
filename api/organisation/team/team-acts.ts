import type { Transaction } from 'kysely'
import type { TeamRole } from '../../../contract/team-roles.ts'
import type { Done } from '../../audit-log/audit-log.ts'
import { parsePhone } from '../../contact/phone.ts'
import type { Tables } from '../../database/tables.ts'
import { type Invitation, insertInvitation } from '../../team/invitations.ts'
import { replaceRoles, rolesOf } from '../../team/roles.ts'

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
  { phoneNumber, role }: { phoneNumber: string; role: TeamRole },
  times: { now: number; lifetimeMs: number },
): Promise<Done<Invitation>> {
  const { number } = parsePhone(phoneNumber, [])
  const result = await insertInvitation(trx, { phoneNumber: number, role }, times)
  return { result, lines: [{ action: 'team-invited', details: { role } }] }
}
