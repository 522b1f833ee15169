import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Transaction } from 'kysely'
import { ApiError } from '../../contract/calls/api-error.ts'
import type { InvitedRole } from '../../contract/team-roles.ts'
import { DAY } from '../../contract/time.ts'
import type { Db, Tables } from '../database/tables.ts'

export const TEAM_INVITATION_MS = 7 * DAY

/** `name` is that of a mentor. `mentors` are the ids to which a coordinator will be limited, as they are stored. */
export type Invited = {
  phoneNumber: string
  role: InvitedRole
  name?: string | null | undefined
  mentors?: string | null | undefined
}
export type IssuedInvitation = { id: string; expiresAt: number }

/** Stores an invitation for this phone number (E.164). An earlier one for the same role ends. */
export async function insertTeamInvitation(
  trx: Transaction<Tables>,
  { phoneNumber, role, name = null, mentors = null }: Invited,
  { now, lifetimeMs }: { now: number; lifetimeMs: number },
): Promise<IssuedInvitation> {
  await trx.deleteFrom('team_invitations').where('phone_number', '=', phoneNumber).where('role', '=', role).execute()
  const [id, expiresAt] = [randomBytes(12).toString('base64url'), now + lifetimeMs]
  const row = { id, phone_number: phoneNumber, role, name, mentors, created_at: now, expires_at: expiresAt }
  await trx.insertInto('team_invitations').values(row).execute()
  return { id, expiresAt }
}

/** Throws for an invitation that was used or has ended, and for another phone number than the invited one. */
export async function takeInvitation(
  trx: Transaction<Tables>,
  { id, phoneNumber }: { id: string; phoneNumber: string | null },
  now: number,
): Promise<Tables['team_invitations']> {
  const row = await readInvitation(trx, { id, phoneNumber }, now)
  await trx.deleteFrom('team_invitations').where('id', '=', id).execute()
  return row
}

/** Throws like `takeInvitation`. */
export async function readInvitation(
  db: Db,
  { id, phoneNumber }: { id: string; phoneNumber: string | null },
  now: number,
): Promise<Tables['team_invitations']> {
  const row = await db.selectFrom('team_invitations').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row || row.expires_at <= now) throw new ApiError('team/invitation-ended')
  if (row.phone_number !== phoneNumber) throw new ApiError('team/other-phone')
  return row
}

/** The role of an invitation that is still good. */
export async function offeredRole(db: Db, id: string, now: number): Promise<InvitedRole | undefined> {
  const row = await db
    .selectFrom('team_invitations')
    .select('role')
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.role
}

export async function deleteExpiredInvitations(db: Db, now: number): Promise<void> {
  await db.deleteFrom('team_invitations').where('expires_at', '<=', now).execute()
}

/** The token of a link: the id of the invitation, and a signature. The database stores no secret of the link. */
export function invitationToken(id: string, key: Buffer): string {
  return `${id}.${signatureOf(id, key)}`
}

/** The id in a token of ours; undefined for any other text. */
export function invitationIdIn(token: string, key: Buffer): string | undefined {
  const [id = '', signature = ''] = token.split('.')
  const [given, expected] = [Buffer.from(signature), Buffer.from(signatureOf(id, key))]
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : undefined
}

function signatureOf(id: string, key: Buffer): string {
  return createHmac('sha256', key).update(`team ${id}`).digest('base64url')
}
