import type { Transaction } from 'kysely'
import { ApiError } from '../../../contract/calls/api-error.ts'
import { requireRecentSignIn } from '../../account/recent-sign-in.ts'
import { userLock } from '../../account/write-for-user.ts'
import type { Db, Tables } from '../../database/tables.ts'
import { transactionWithLock } from '../../database/transaction-with-lock.ts'
import type { AuthUser } from '../../http/bearer.ts'
import { savePassword } from '../password/email-accounts.ts'
import {
  type Credential,
  type EmailSignInOptions,
  emailLock,
  type OpenEmailSession,
} from '../password/email-sign-in.ts'
import { consumeNewEmail } from '../password/password-limits.ts'
import { throwIfWeak } from '../password/password-policy.ts'
import { newTrustedDevice } from '../password/trusted-device.ts'
import { consumeCode } from '../phone/codes.ts'
import { type EnteredCode, type PhoneSignInOptions, phoneLock, verifyPhone } from '../phone/phone-sign-in.ts'
import { type OpenSession, openSession, revokeSession } from '../sessions/sessions.ts'

/** Adds an e-mail address to the user's account. The returned session replaces the user's. */
export async function linkEmail(
  db: Db,
  authUser: AuthUser,
  { email, password }: Credential,
  { now, key, ipAddress, limitFactor, passwords, passwordPolicy }: EmailSignInOptions,
): Promise<OpenEmailSession> {
  requireRecentSignIn(authUser, now)
  await throwIfSecond(db, authUser.uid, 'email')
  throwIfWeak(password, passwordPolicy)
  await consumeNewEmail(db, { ipAddress, limitFactor }, now)
  await throwIfTaken(db, authUser.uid, { column: 'email', value: email })
  const hash = await passwords.hash(password)
  return transactionWithLock(db, [userLock(authUser.uid), emailLock(email)], async trx => {
    await throwIfSecond(trx, authUser.uid, 'email')
    await throwIfTaken(trx, authUser.uid, { column: 'email', value: email })
    const emailRow = { email, email_since: now, email_proved_at: null, ...keepsAccount }
    await trx.updateTable('users').set(emailRow).where('uid', '=', authUser.uid).execute()
    await savePassword(trx, authUser.uid, { hash, now })
    const session = await reopen(trx, authUser, now)
    return { session, knownDevice: newTrustedDevice({ email, passwordChangedAt: now }, key) }
  })
}

/** Adds the phone of a code to the user's account. If that fails, the code stays valid for a sign-in. */
export async function linkPhone(
  db: Db,
  authUser: AuthUser,
  given: EnteredCode,
  options: PhoneSignInOptions,
): Promise<OpenSession> {
  requireRecentSignIn(authUser, options.now)
  await throwIfSecond(db, authUser.uid, 'phone_number')
  const phone = await verifyPhone(db, given, options)
  return transactionWithLock(db, [userLock(authUser.uid), phoneLock(phone)], async trx => {
    await throwIfSecond(trx, authUser.uid, 'phone_number')
    await throwIfTaken(trx, authUser.uid, { column: 'phone_number', value: phone })
    await consumeCode(trx, given.verificationId, options.now)
    const added = { phone_number: phone, phone_since: options.now, ...keepsAccount }
    await trx.updateTable('users').set(added).where('uid', '=', authUser.uid).execute()
    return reopen(trx, authUser, options.now)
  })
}

/** A person who adds to an account wants to keep it, even after asking to erase it. */
const keepsAccount = { erase_at: null }

/** An account has at most one e-mail address and one phone. */
async function throwIfSecond(db: Db, uid: string, column: 'email' | 'phone_number'): Promise<void> {
  const user = await db.selectFrom('users').select(column).where('uid', '=', uid).executeTakeFirst()
  if (!user) throw new ApiError('auth/unauthorized')
  if (Object.values(user)[0] !== null) throw new ApiError('auth/provider-already-linked')
}

async function throwIfTaken(
  db: Db,
  uid: string,
  { column, value }: { column: 'email' | 'phone_number'; value: string },
): Promise<void> {
  const holder = await db
    .selectFrom('users')
    .select('uid')
    .where(column, '=', value)
    .where('uid', '!=', uid)
    .executeTakeFirst()
  if (!holder) return
  throw new ApiError(column === 'email' ? 'auth/email-already-in-use' : 'auth/credential-already-in-use')
}

/** Tokens name the phone and the e-mail address, so the account needs a new session. */
async function reopen(trx: Transaction<Tables>, { uid, sessionId }: AuthUser, now: number): Promise<OpenSession> {
  await revokeSession(trx, sessionId, now)
  const user = await trx
    .selectFrom('users')
    .select(['uid', 'phone_number as phoneNumber', 'email', 'signed_out_at as signedOutAt'])
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow()
  return openSession(trx, user, now)
}
