import type { Transaction } from 'kysely'
import { ApiError } from '../../../contract/calls/api-error.ts'
import type { Language } from '../../../contract/languages.ts'
import { HOUR } from '../../../contract/time.ts'
import { requireRecentSignIn } from '../../account/recent-sign-in.ts'
import { userLock } from '../../account/write-for-user.ts'
import type { Db, Tables } from '../../database/tables.ts'
import { transactionWithLock } from '../../database/transaction-with-lock.ts'
import type { AuthUser } from '../../http/bearer.ts'
import { lastExpiry } from '../../http/limits.ts'
import type { SendMail } from '../../senders/sender.ts'
import { type Code, fingerprintOf, isCodeOf, newCode } from '../phone/code.ts'
import { emailCodeMail } from './change-email-mail.ts'
import { accountOfEmail, type EmailAccount } from './email-accounts.ts'
import { emailLock } from './email-sign-in.ts'
import type { Passwords } from './password-hash.ts'
import { comparePassword, consumeEmailChange } from './password-limits.ts'

const LIFETIME_MS = HOUR
const MAX_ATTEMPTS = 5

export type WantedEmail = { email: string; password: string | undefined; language: Language | undefined }

type Options = {
  now: number
  /** Key of the HMAC of codes. */
  key: Buffer
  ipAddress: string
  limitFactor: number
  enumerationProtection: boolean
  passwords: Passwords
  sendMail: SendMail
}

/**
 * Mails a code to the new e-mail address. The password, or a sign-in of the last five minutes, shows that the user is
 * the owner. Returns the code; undefined if nothing was sent, because a taken e-mail address must stay hidden.
 */
export async function sendEmailCode(
  db: Db,
  authUser: AuthUser,
  { email, password, language }: WantedEmail,
  { now, key, ipAddress, limitFactor, enumerationProtection, passwords, sendMail }: Options,
): Promise<string | undefined> {
  const account = await accountWithEmail(db, authUser.uid)
  if (password === undefined) requireRecentSignIn(authUser, now)
  else await throwIfWrongPassword(db, account, { password, passwords, ipAddress, limitFactor, now })
  await consumeEmailChange(db, { uid: authUser.uid, email, ipAddress, limitFactor }, now)
  const isTaken = await hasOtherOwner(db, authUser.uid, email)
  if (isTaken && !enumerationProtection) throw new ApiError('auth/email-already-in-use')
  const fresh = newCode()
  // The code is sent before it is stored, so an earlier code still works while the mail server fails.
  if (!isTaken) await sendMail(emailCodeMail({ to: email, code: fresh.code, language }))
  await saveChange(db, authUser.uid, email, { fresh, key, now })
  return isTaken ? undefined : fresh.code
}

type Changed = {
  email: string
  /** The former e-mail address, if its owner had verified it: they get a mail. */
  toTell: string | undefined
}

/**
 * Replaces the e-mail address if the code is right. All other sessions and every reset link of the account end. The
 * same code again gets the same reply, because the first reply may have been lost.
 */
export async function changeEmail(
  db: Db,
  { uid, sessionId }: Pick<AuthUser, 'uid' | 'sessionId'>,
  code: string,
  { now, key }: { now: number; key: Buffer },
): Promise<Changed> {
  const change = await countGuessAtChange(db, uid, now)
  if (!isCodeOf(change.code_hash, { verificationId: change.id, code }, key))
    throw new ApiError('auth/invalid-verification-code')
  const { email } = change
  return transactionWithLock(db, [userLock(uid), emailLock(email)], async trx => {
    await refundAttempt(trx, uid)
    const account = await recordOf(trx, uid)
    if (account.email === email && change.used_at !== null) return { email, toTell: undefined }
    if (await hasOtherOwner(trx, uid, email)) throw new ApiError('auth/email-already-in-use')
    await trx
      .updateTable('users')
      .set({ email, email_since: now, email_proved_at: now, erase_at: null })
      .where('uid', '=', uid)
      .execute()
    await trx.updateTable('email_changes').set({ used_at: now }).where('uid', '=', uid).execute()
    await trx.deleteFrom('reset_links').where('uid', '=', uid).execute()
    await trx.deleteFrom('sessions').where('uid', '=', uid).where('id', '!=', sessionId).execute()
    const isProved = account.email_proved_at !== null && account.email !== email
    return { email, toTell: isProved ? (account.email ?? undefined) : undefined }
  })
}

export async function deleteExpiredEmailChanges(db: Db, now: number): Promise<void> {
  await db.deleteFrom('email_changes').where('expires_at', '<=', now).execute()
}

/** Throws for a person who signs in only by phone: they have no e-mail address to change. */
async function accountWithEmail(db: Db, uid: string): Promise<EmailAccount> {
  const { email } = await recordOf(db, uid)
  const account = email === null ? undefined : await accountOfEmail(db, email)
  if (account?.uid !== uid) throw new ApiError('bad-request')
  return account
}

async function recordOf(db: Db, uid: string): Promise<Tables['users']> {
  const row = await db.selectFrom('users').selectAll().where('uid', '=', uid).executeTakeFirst()
  if (!row) throw new ApiError('auth/unauthorized')
  return row
}

type Tried = { password: string; passwords: Passwords; ipAddress: string; limitFactor: number; now: number }

async function throwIfWrongPassword(
  db: Db,
  { email, hash }: EmailAccount,
  { password, passwords, ipAddress, limitFactor, now }: Tried,
): Promise<void> {
  // The counters are not those of the sign-in, so guesses on an unattended phone do not keep the owner from signing in.
  const guess = { email, deviceId: 'change-email', ipAddress, limitFactor }
  if (!(await comparePassword(db, guess, { password, hash, passwords }, now))) throw new ApiError('auth/wrong-password')
}

async function hasOtherOwner(db: Db, uid: string, email: string): Promise<boolean> {
  const owner = await db
    .selectFrom('users')
    .select('uid')
    .where('email', '=', email)
    .where('uid', '!=', uid)
    .executeTakeFirst()
  return owner !== undefined
}

/** Stores a change with its code. It replaces an earlier one: only the newest code of a person counts. */
async function saveChange(
  db: Db,
  uid: string,
  email: string,
  { fresh, key, now }: { fresh: Code; key: Buffer; now: number },
): Promise<void> {
  const change = {
    id: fresh.verificationId,
    email,
    code_hash: fingerprintOf(fresh, key),
    attempts: 0,
    expires_at: now + LIFETIME_MS,
    used_at: null,
  }
  await db
    .insertInto('email_changes')
    .values({ uid, ...change })
    .onConflict(conflict => conflict.column('uid').doUpdateSet(change))
    .execute()
}

/** Counts the guess before it is checked, so that only five of many guesses at once are checked. */
async function countGuessAtChange(db: Db, uid: string, now: number): Promise<Tables['email_changes']> {
  const change = await db
    .updateTable('email_changes')
    .set(expression => ({ attempts: expression('attempts', '+', 1) }))
    .where('uid', '=', uid)
    .where('attempts', '<', MAX_ATTEMPTS)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', lastExpiry(LIFETIME_MS, now))
    .returningAll()
    .executeTakeFirst()
  if (!change) throw new ApiError('auth/code-expired')
  return change
}

async function refundAttempt(trx: Transaction<Tables>, uid: string): Promise<void> {
  await trx
    .updateTable('email_changes')
    .set(expression => ({ attempts: expression('attempts', '-', 1) }))
    .where('uid', '=', uid)
    .execute()
}
