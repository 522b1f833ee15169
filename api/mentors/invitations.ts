import { randomInt } from 'node:crypto'
import { type ExpressionBuilder, sql } from 'kysely'
import { MINUTE } from '../../contract/time.ts'
import type { Db, Tables } from '../database/tables.ts'

/** A number in `?rid=` with twelve digits: larger than the number of a mentor, smaller than a signed one. */
const FIRST_CODE = 10 ** 11
const AFTER_LAST_CODE = 10 ** 12
/** A new person is told for this long that their link has ended. */
const TOLD_FOR_MS = 10 * MINUTE

/** The link of an invitation, or of a mentor (`invitationTo`). */
export function invitationUrl(publicUrl: string, code: number): string {
  return `${publicUrl}/?rid=${code}`
}

/** Nobody can guess a code: there are 900 billion, and a person may try sixty a minute. */
export function newInvitationCode(): number {
  // `randomInt` reaches 2 ** 48.
  return randomInt(FIRST_CODE, AFTER_LAST_CODE)
}

/** The code of an invitation in a wish of the browser; undefined for any other wish. */
export function invitationCodeIn(wish: unknown): number | undefined {
  const isCode = Number.isInteger(wish) && Number(wish) >= FIRST_CODE && Number(wish) < AFTER_LAST_CODE
  return isCode ? (wish as number) : undefined
}

/** A condition for a query on `invitations`: the invitation is valid at this time. */
export function isGoodAt(now: number) {
  return ({ and, or, eb }: ExpressionBuilder<Tables, 'invitations'>) =>
    and([
      eb('invitations.ended_at', 'is', null),
      eb('invitations.expires_at', '>', now),
      or([eb('invitations.max_uses', 'is', null), eb('invitations.uses', '<', sql<number>`invitations.max_uses`)]),
    ])
}

/**
 * Counts a new learner who came by this link. Returns the mentor that the link names. Null if it names no mentor, or is
 * not valid for this person. Call it in a transaction that holds `MENTORS_LOCK`.
 */
export async function countInvitation(trx: Db, uid: string, code: number, now: number): Promise<number | null> {
  const invitation = await trx
    .selectFrom('invitations')
    .selectAll()
    .where('code', '=', code)
    .where(isGoodAt(now))
    .executeTakeFirst()
  if (!invitation) return null
  const came = await trx
    .updateTable('users')
    .set({ invitation_id: invitation.id })
    .where('uid', '=', uid)
    .where('responder_id', 'is', null)
    .where('invitation_id', 'is', null)
    .where('team_roles', 'is', null)
    .where(({ not, exists, selectFrom }) => {
      const own = selectFrom('responders').select('id').whereRef('phone_number', '=', 'users.phone_number')
      return not(exists(own.where('is_active', '=', 1)))
    })
    .returning('uid')
    .executeTakeFirst()
  if (!came) return null
  await trx
    .updateTable('invitations')
    .set({ uses: invitation.uses + 1 })
    .where('id', '=', invitation.id)
    .execute()
  return invitation.mentor_id
}

/**
 * Whether a new learner has to be told that the link of their first visit did not count. Somebody who has a mentor
 * already, and then opens a link that is still good, is told nothing.
 */
export async function isInvitationOver(db: Db, uid: string, code: number, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .leftJoin('invitations', 'invitations.id', 'users.invitation_id')
    .select(['users.created_at', 'users.team_roles', 'invitations.code'])
    .where('users.uid', '=', uid)
    .executeTakeFirst()
  if (!row || row.created_at <= now - TOLD_FOR_MS || row.team_roles) return false
  if (row.code !== null && Number(row.code) === code) return false
  const good = await db.selectFrom('invitations').select('id').where('code', '=', code).where(isGoodAt(now)).execute()
  return good.length === 0
}
