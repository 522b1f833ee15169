import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import { ApiError } from '../../../contract/calls/api-error.ts'
import { DAY, HOUR } from '../../../contract/time.ts'
import { userLock } from '../../account/write-for-user.ts'
import type { Db, Tables } from '../../database/tables.ts'
import { transactionWithLock } from '../../database/transaction-with-lock.ts'
import { lastExpiry } from '../../http/limits.ts'
import { tokenHash } from '../../secrets/token-hash.ts'

const LIFETIME_MS = HOUR
/** An old link stays this long, so that its page can say that it has expired. */
const KEPT_MS = 7 * DAY

export function newResetToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Stands for the account of an unknown e-mail address, for which the same work is done. */
const NOBODY = ''

/**
 * Stores a hash of the token that was mailed to the account. Earlier links of the account stop working. If its e-mail
 * address has changed since the mail, the token is not stored.
 */
export async function saveResetToken(
  db: Db,
  account: { uid: string; email: string } | undefined,
  token: string,
  now: number,
): Promise<void> {
  const { uid } = account ?? { uid: NOBODY }
  await transactionWithLock(db, userLock(uid), async trx => {
    const user = await trx.selectFrom('users').select('email').where('uid', '=', uid).executeTakeFirst()
    if (user?.email !== account?.email) return
    await deleteResetLinks(trx, uid)
    const row = { token_hash: tokenHash(token), uid, created_at: now, expires_at: now + LIFETIME_MS, used_at: null }
    await trx.insertInto('reset_links').values(row).execute()
  })
}

/** The account of a token. Does not use the token. */
export async function uidOfResetToken(db: Db, token: string, now: number): Promise<string> {
  // A text of another form cannot be a token, so it needs no query.
  const row = /^[\w-]{43}$/.test(token)
    ? await db.selectFrom('reset_links').selectAll().where('token_hash', '=', tokenHash(token)).executeTakeFirst()
    : undefined
  if (!row || row.used_at !== null) throw new ApiError('auth/invalid-action-code')
  const isExpired = row.expires_at <= now || row.expires_at > lastExpiry(LIFETIME_MS, now)
  if (isExpired) throw new ApiError('auth/expired-action-code')
  return row.uid
}

/** Uses the token. Throws at the second use. */
export async function consumeResetToken(trx: Transaction<Tables>, token: string, now: number): Promise<void> {
  const row = await trx
    .updateTable('reset_links')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash(token))
    .where('used_at', 'is', null)
    .returning('uid')
    .executeTakeFirst()
  if (!row) throw new ApiError('auth/invalid-action-code')
}

export async function deleteExpiredResetLinks(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('reset_links')
    .where('expires_at', '<=', now - KEPT_MS)
    .execute()
}

async function deleteResetLinks(trx: Transaction<Tables>, uid: string): Promise<void> {
  await trx.deleteFrom('reset_links').where('uid', '=', uid).execute()
}
