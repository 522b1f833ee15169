import type { Transaction } from 'kysely'
import { type Identifiers, insertUser, newUid } from '../../account/users.ts'
import type { Db, Tables } from '../../database/tables.ts'

export type EmailAccount = Identifiers & {
  email: string
  signedOutAt?: number | null
  blocked_at: number | null
  block_reason?: string | null
  /** Null if the account has no password until one is set by mail. */
  hash: string | null
  passwordChangedAt: number
}

export async function accountOfEmail(db: Db, email: string): Promise<EmailAccount | undefined> {
  const row = await db
    .selectFrom('users')
    .leftJoin('passwords', 'passwords.uid', 'users.uid')
    .select([
      'users.uid',
      'users.phone_number',
      'users.signed_out_at',
      'users.blocked_at',
      'users.block_reason',
      'passwords.hash',
      'passwords.changed_at',
    ])
    .where('users.email', '=', email)
    .executeTakeFirst()
  if (!row) return undefined
  return {
    uid: row.uid,
    phoneNumber: row.phone_number,
    email,
    signedOutAt: row.signed_out_at,
    blocked_at: row.blocked_at,
    block_reason: row.block_reason,
    hash: row.hash,
    passwordChangedAt: row.changed_at ?? 0,
  }
}

/** Creates an account. Undefined if the e-mail address already has one. */
export async function makeEmailAccount(
  trx: Transaction<Tables>,
  email: string,
  { hash, now }: { hash: string; now: number },
): Promise<EmailAccount | undefined> {
  const uid = newUid()
  await insertUser(trx, { uid, phoneNumber: null, email }, now)
  const made = await trx.selectFrom('users').select('uid').where('uid', '=', uid).executeTakeFirst()
  if (!made) return undefined
  await savePassword(trx, uid, { hash, now })
  return { uid, phoneNumber: null, email, blocked_at: null, hash, passwordChangedAt: now }
}

/** Replaces any earlier password. */
export async function savePassword(
  trx: Transaction<Tables>,
  uid: string,
  { hash, now }: { hash: string; now: number },
): Promise<void> {
  await trx
    .insertInto('passwords')
    .values({ uid, hash, changed_at: now })
    .onConflict(conflict => conflict.column('uid').doUpdateSet({ hash, changed_at: now }))
    .execute()
}
