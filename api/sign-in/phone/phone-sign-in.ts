import type { Transaction } from 'kysely'
import { ApiError } from '../../../contract/calls/api-error.ts'
import type { Language } from '../../../contract/languages.ts'
import { SECOND } from '../../../contract/time.ts'
import { throwIfBlocked } from '../../account/user-status.ts'
import { userOfPhone } from '../../account/users.ts'
import type { Phone } from '../../contact/phone.ts'
import type { Db, Tables } from '../../database/tables.ts'
import { transactionWithFoundLocks } from '../../database/transaction-with-lock.ts'
import { failureOf, type SendSms } from '../../senders/sender.ts'
import { liveSession, type OpenSession, openSession, revokeSession } from '../sessions/sessions.ts'
import { type Code, newCode } from './code.ts'
import {
  consumeCodeLimit,
  consumeGuess,
  RESEND_AFTER_SECONDS,
  refundHalfMinute,
  rightGuess,
  throwIfLocked,
  wrongGuess,
} from './code-limits.ts'
import { askedBefore, consumeCode, phoneOf, refundAttempt, saveCode, saveUnsentCode, tryCode } from './codes.ts'
import { throwIfPumped } from './pumping.ts'
import { outcomeOf, type Press, saveOutcome } from './repeated-press.ts'
import { smsText } from './sms-text.ts'
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

/** `smsFailed`: nothing was sent, and the id is good for the other ways only. */
type SentCode = { verificationId: string; resendAfterSeconds: number; smsFailed?: true }
type KeyOfPress = { idempotencyKey: string | undefined }

/** The code that an earlier request of the same press sent, as long as it can be entered. */
export async function codeSentBefore(
  db: Db,
  phone: Phone,
  { now, key, idempotencyKey }: PhoneSignInOptions & KeyOfPress,
): Promise<SentCode | undefined> {
  const verificationId = await outcomeOf(db, sendPress(phone, { key, idempotencyKey }))
  const asked = verificationId && (await askedBefore(db, verificationId, { phone: phone.number, now }))
  if (!asked) return undefined
  const resendAt = asked.at + RESEND_AFTER_SECONDS * SECOND
  const resendAfterSeconds = Math.max(0, Math.ceil((resendAt - now) / SECOND))
  return { verificationId, resendAfterSeconds, ...(asked.isSent ? {} : { smsFailed: true }) }
}

type Sending = {
  sendSms: SendSms
  host: string
  /** If the SMS fails, the person can come in by another way. */
  hasOtherWays: boolean
  warn: (message: string) => void
}

/** Sends a code and returns the id under which it is entered. */
export async function sendCode(
  db: Db,
  { phone, language }: { phone: Phone; language: Language | undefined },
  {
    now,
    key,
    ipAddress,
    limitFactor,
    sendSms,
    host,
    hasOtherWays,
    warn,
    idempotencyKey,
  }: PhoneSignInOptions & KeyOfPress & Sending,
): Promise<SentCode> {
  await throwIfLocked(db, phone.number, now)
  await consumeCodeLimit(db, phone, { ipAddress, limitFactor }, now)
  await throwIfPumped(db, phone.number, now)
  const fresh = newCode()
  // Sent before it is stored: while the sender fails, an earlier code still works.
  const sms = { to: phone.number, text: smsText(fresh.code, { host, language }), code: fresh.code }
  const isSent = await sendSms(sms).then(
    () => true,
    failure => {
      if (!hasOtherWays || !(failure instanceof ApiError) || failure.status !== 503) throw failure
      warn(`An SMS could not be sent: ${failureOf(failure).message}`)
      return false
    },
  )
  if (isSent) {
    await saveCode(db, phone.number, fresh, { key, now })
  } else {
    await saveUnsentCode(db, phone.number, fresh, now)
    await refundHalfMinute(db, phone, ipAddress)
  }
  const { verificationId } = fresh
  await saveOutcome(db, sendPress(phone, { key, idempotencyKey }), { outcome: verificationId, now })
  return { verificationId, resendAfterSeconds: RESEND_AFTER_SECONDS, ...(isSent ? {} : { smsFailed: true }) }
}

export function sendPress(phone: Phone, { key, idempotencyKey }: { key: Buffer } & KeyOfPress): Press {
  return { call: 'sendCode', about: phone.number, key: idempotencyKey, secret: key }
}

/** `taken`: by this sign-in an account got a new phone number. */
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
  const { now, key: secret, idempotencyKey } = options
  const press: Press = { call: 'confirmCode', about: given.verificationId, key: idempotencyKey, secret }
  const isRepeat = (await outcomeOf(db, press)) !== undefined
  const phone = await verifiedPhone(db, given, options, isRepeat)
  const find = (db: Db) => newPhoneFor(db, phone, now)
  const locks = (taken: NewPhone | undefined) => [phoneLock(phone), ...locksOfNewPhone(taken)]
  return transactionWithFoundLocks(db, { find, locks }, async (trx, taken) => {
    // Read again: the first request may have committed a moment ago.
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
  return taken ? takeNewPhone(trx, taken, { phone, now }) : userOfPhone(trx, phone, now)
}

/** A session that ended by a sign-out is not opened again. */
async function userOfLostSession(trx: Transaction<Tables>, sessionId: string, { phone, now }: VerifiedPhone) {
  const lost = await liveSession(trx, sessionId, now)
  if (lost?.phone_number !== phone) throw new ApiError('auth/invalid-verification-code')
  return { uid: lost.uid, phoneNumber: phone, email: lost.email }
}

/** Returns the phone of this code. Counts the guess, but the code stays usable. */
export async function verifiedPhone(
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
    await wrongGuess(db, phone, now)
    throw new ApiError('auth/invalid-verification-code')
  }
  await rightGuess(db, phone, ipAddress)
  return phone
}

async function consumeSolutionOf(
  { verificationId, solution }: EnteredCode,
  options: PhoneSignInOptions,
): Promise<void> {
  if (solution === undefined) throw new ApiError('auth/bot-check-required')
  await options.consumeSolution(solution, guessOf(verificationId))
}

/** The purpose of a harder challenge: a guess at this code only. */
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
