import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import { ApiError } from '../../../contract/calls/api-error.ts'
import type { Invitation } from '../../../contract/organisation/invitations.ts'
import type { Reach } from '../../../contract/team-roles.ts'
import { cleanName } from '../../account/display-name.ts'
import type { ActResult } from '../../audit-log/audit-log.ts'
import { namesOf, prepareMany, selectAllOf } from '../../database/many-rows.ts'
import type { Db, Tables } from '../../database/tables.ts'
import { newInvitationCode } from '../../mentors/invitations.ts'
import { isMentorInReach, requireMentorInReach } from '../../team/reach.ts'

type Trx = Transaction<Tables>
export type NewInvitation = {
  name: string
  mentorId: number | null
  lifetimeMs: number
  maxUses: number | null
  listId?: string
}

/**
 * The links in reach that are for everybody, the newest first. Links for one person of a list are shown with the list.
 */
export async function invitationsNow(db: Db, reach: Reach, now: number): Promise<Invitation[]> {
  const rows = await invitations(db).where('list_id', 'is', null).orderBy('created_at', 'desc').execute()
  return rows.filter(row => isMentorInReach(reach, row.mentor_id)).map(row => invitationFrom(row, now))
}

/** Throws for a mentor who takes no learners. In the reach of some mentors, a link has to name one of them. */
export async function makeInvitation(
  trx: Trx,
  { reach, ...wanted }: NewInvitation & { reach: Reach },
  now: number,
): Promise<ActResult<Invitation>> {
  requireInvitingMentor(reach, wanted.mentorId)
  if (wanted.mentorId !== null) await requireActiveMentor(trx, wanted.mentorId)
  const id = await insertInvitation(trx, { ...wanted, name: cleanName(wanted.name) }, now)
  const row = await invitations(trx).where('invitations.id', '=', id).executeTakeFirstOrThrow()
  const details = { invitation: id, mentor: wanted.mentorId }
  return { result: invitationFrom(row, now), lines: [{ action: 'invitation-made', details }] }
}

/** Returns the id of the new invitation. */
export async function insertInvitation(trx: Db, wanted: NewInvitation, now: number): Promise<string> {
  const [id] = await insertInvitations(trx, [wanted], now)
  return id as string
}

/** Inserts all in one statement, because a list has thousands. Returns their ids in the same order. */
export async function insertInvitations(trx: Db, wanted: readonly NewInvitation[], now: number): Promise<string[]> {
  const rows = wanted.map(({ name, mentorId, lifetimeMs, maxUses, listId }) => ({
    id: randomBytes(12).toString('base64url'),
    code: newInvitationCode(),
    name,
    mentor_id: mentorId,
    list_id: listId ?? null,
    created_at: now,
    expires_at: now + lifetimeMs,
    ended_at: null,
    max_uses: maxUses,
    uses: 0,
  }))
  await insertRows(trx, rows)
  return rows.map(({ id }) => id)
}

const COLUMNS = {
  id: 'text',
  code: 'bigint',
  name: 'text',
  mentor_id: 'integer?',
  list_id: 'text?',
  created_at: 'bigint',
  expires_at: 'bigint',
  ended_at: 'bigint?',
  max_uses: 'integer?',
  uses: 'integer',
} as const

const insertRows = prepareMany(COLUMNS, (db, given) =>
  db
    .insertInto('invitations')
    .columns(namesOf(COLUMNS))
    .expression(selectAllOf(db, given, COLUMNS)),
)

/** Throws unless this mentor is in reach. Null means the mentor with the fewest learners, who may be out of reach. */
export function requireInvitingMentor(reach: Reach, mentorId: number | null): void {
  if (reach !== 'everybody' && mentorId === null)
    throw new ApiError('bad-request', { message: 'mentorId: name one of your mentors' })
  requireMentorInReach(reach, mentorId)
}

/** A link that has ended stays ended. */
export async function endInvitation(
  trx: Trx,
  { id, reach }: { id: string; reach: Reach },
  now: number,
): Promise<ActResult> {
  const row = await trx
    .selectFrom('invitations')
    .select(['ended_at', 'mentor_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new ApiError('not-found')
  requireMentorInReach(reach, row.mentor_id)
  if (row.ended_at !== null) return { result: null, lines: [] }
  await trx.updateTable('invitations').set({ ended_at: now }).where('id', '=', id).execute()
  return { result: null, lines: [{ action: 'invitation-ended', details: { invitation: id } }] }
}

export async function requireActiveMentor(trx: Db, mentorId: number): Promise<void> {
  const row = await trx.selectFrom('responders').select('is_active').where('id', '=', mentorId).executeTakeFirst()
  if (!row) throw new ApiError('not-found')
  if (row.is_active !== 1) throw new ApiError('people/no-mentor')
}

function invitations(db: Db) {
  return db
    .selectFrom('invitations')
    .leftJoin('responders', 'responders.id', 'invitations.mentor_id')
    .selectAll('invitations')
    .select(['responders.name as mentor_name', 'responders.is_active as mentor_is_active'])
}

type Row = Tables['invitations'] & { mentor_name: string | null; mentor_is_active: number | null }

function invitationFrom(row: Row, now: number): Invitation {
  const isUsedUp = row.max_uses !== null && row.uses >= row.max_uses
  return {
    id: row.id,
    code: Number(row.code),
    name: row.name,
    mentor:
      row.mentor_id === null
        ? null
        : { id: row.mentor_id, name: row.mentor_name ?? '', isActive: row.mentor_is_active === 1 },
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    endedAt: row.ended_at,
    maxUses: row.max_uses,
    uses: row.uses,
    isGood: row.ended_at === null && row.expires_at > now && !isUsedUp,
  }
}
