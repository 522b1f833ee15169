import type { Transaction } from 'kysely'
import { ApiError } from '../../../contract/calls/api-error.ts'
import { throwIfBlocked } from '../../account/user-status.ts'
import { ensureUserOfPhone } from '../../account/users.ts'
import type { Db, Tables } from '../../database/tables.ts'
import { transactionWithFoundLocks } from '../../database/transaction-with-lock.ts'
import { doOrRepeat, outcomeOf, type Press, saveOutcome } from '../repeated-press.ts'
import { liveSession, type OpenSession, openSession, revokeSession } from '../sessions/sessions.ts'
import type { Code } from './code.ts'
import { consumeGuess, noteRightGuess, noteWrongGuess, throwIfLocked } from './code-limits.ts'
import { consumeCode, phoneOf, refundAttempt, tryCode } from './codes.ts'
import { locksOfNewPhone, type NewPhone, newPhoneFor, takeNewPhone } from './take-new-phone.ts'

export type PhoneSignInOptions = {
  now: number
  key: Buffer
  ipAddress: string
  limitFactor: number
  /** Uses the solution of a harder challenge, or throws. */
  consumeSolution: (solution: string, purpose: string) => Promise<void>
}

/** A code as entered, with the solution that the server may have asked for. */
export type EnteredCode = Code & { solution?: string | undefined }

type KeyOfPress = { idempotencyKey: string | undefined }

/** `taken` is set if an account got a new phone number by this sign-in. */
type SignedIn = { session: OpenSession; endedSessionId?: string | undefined; taken?: NewPhone | undefined }

/**
 * Opens a session for the user of the phone, if the code is right. The same press again opens a new session and ends
 * the one whose reply was lost.
 */
export async function signInByCode(
  db: Db,
  given: EnteredCode,
  options: PhoneSignInOptions & KeyOfPress,
): Promise<SignedIn> {
  const { key: secret, idempotencyKey } = options
  const press: Press = { call: 'confirmCode', about: given.verificationId, key: idempotencyKey, secret }
  return doOrRepeat(db, press, isRepeat => signIn(db, given, options, { press, isRepeat }))
}

async function signIn(
  db: Db,
  given: EnteredCode,
  options: PhoneSignInOptions,
  { press, isRepeat }: { press: Press; isRepeat: boolean },
): Promise<SignedIn> {
  const { now } = options
  const phone = await verifyPhone(db, given, options, isRepeat)
  const find = (db: Db) => newPhoneFor(db, phone, now)
  const locks = (taken: NewPhone | undefined) => [phoneLock(phone), ...locksOfNewPhone(taken)]
  return transactionWithFoundLocks(db, { find, locks }, async (trx, taken) => {
    // The outcome is read again, because the first request may have committed a moment ago.
    const endedSessionId = await outcomeOf(trx, press)
    const user = endedSessionId
      ? await userOfLostSession(trx, endedSessionId, { phone, now })
      : await userOfFreshCode(trx, given, { phone, now, taken })
    await throwIfUserIsBlocked(trx, user.uid)
    if (endedSessionId) {
      await revokeSession(trx, endedSessionId, now)
      await refundAttempt(trx, given.verificationId)
    }
    const session = await openSession(trx, user, now)
    await saveOutcome(trx, press, { outcome: session.sessionId, now })
    return { session, endedSessionId, taken: endedSessionId ? undefined : taken }
  })
}

type VerifiedPhone = { phone: string; now: number }

async function userOfFreshCode(
  trx: Transaction<Tables>,
  { verificationId }: EnteredCode,
  { phone, now, taken }: VerifiedPhone & { taken: NewPhone | undefined },
) {
  await consumeCode(trx, verificationId, now)
  return taken ? takeNewPhone(trx, taken, { phone, now }) : ensureUserOfPhone(trx, phone, now)
}

/** A session that ended by a sign-out is not opened again. */
async function userOfLostSession(trx: Transaction<Tables>, sessionId: string, { phone, now }: VerifiedPhone) {
  const lost = await liveSession(trx, sessionId, now)
  if (lost?.phone_number !== phone) throw new ApiError('auth/invalid-verification-code')
  // The lost session began after every sign-out.
  return { uid: lost.uid, phoneNumber: phone, email: lost.email, signedOutAt: lost.created_at - 1 }
}

/** Returns the phone of this code. Throws for a wrong code. Counts the guess, but the code stays usable. */
export async function verifyPhone(
  db: Db,
  given: EnteredCode,
  options: PhoneSignInOptions,
  isRepeat = false,
): Promise<string> {
  const { now, key, ipAddress, limitFactor } = options
  const phone = await phoneOf(db, given.verificationId, { now, isRepeat })
  await throwIfLocked(db, phone, now)
  const consumeSolution = () => consumeSolutionOf(given, options)
  await consumeGuess(db, phone, { ipAddress, limitFactor, consumeSolution }, now)
  if (!(await tryCode(db, given, { key, now, isRepeat }))) {
    await noteWrongGuess(db, phone, now)
    throw new ApiError('auth/invalid-verification-code')
  }
  await noteRightGuess(db, phone, ipAddress)
  return phone
}

async function consumeSolutionOf(
  { verificationId, solution }: EnteredCode,
  options: PhoneSignInOptions,
): Promise<void> {
  if (solution === undefined) throw new ApiError('auth/bot-check-required')
  await options.consumeSolution(solution, guessOf(verificationId))
}

/** The purpose of a harder challenge. Its solution is good for one code only. */
export function guessOf(verificationId: string): string {
  return `guess ${verificationId}`
}

/** The lock for giving this phone to an account. */
export function phoneLock(phone: string): string {
  return `sign-in ${phone}`
}

export async function throwIfUserIsBlocked(db: Db, uid: string): Promise<void> {
  const user = await db
    .selectFrom('users')
    .select(['blocked_at', 'block_reason'])
    .where('uid', '=', uid)
    .executeTakeFirst()
  if (user) throwIfBlocked(user)
}
