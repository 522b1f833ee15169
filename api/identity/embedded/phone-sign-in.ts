import type { Language } from '../../../contract/courses.ts'
import { Refusal } from '../../../contract/refusals.ts'
import { serially } from '../../database/serially.ts'
import type { Db } from '../../database/tables.ts'
import type { Phone } from '../phone.ts'
import type { SendSms } from '../senders/sender.ts'
import { userOfPhone } from '../users.ts'
import { type Code, newCode } from './code.ts'
import { refuseLocked, rightGuess, spendCode, spendGuess, wrongGuess } from './code-limits.ts'
import { isRightCode, keepCode, phoneOf, useUp } from './codes.ts'
import { refusePumped } from './pumping.ts'
import { type OpenSession, openSession } from './sessions.ts'
import { smsText } from './sms-text.ts'

export type Setting = {
  now: number
  key: Buffer
  address: string
  factor: number
  /** Takes the solution of a harder challenge for good, or throws. */
  consumeSolution: (solution: string, purpose: string) => Promise<void>
}

/** A code as it was entered, with the solution that the server may have asked for. */
export type EnteredCode = Code & { solution?: string | undefined }

/** Sends a code and answers the id under which it is to be entered. */
export async function sendCode(
  db: Db,
  { phone, language }: { phone: Phone; language: Language | undefined },
  { now, key, address, factor, sendSms, host }: Setting & { sendSms: SendSms; host: string },
): Promise<string> {
  await refuseLocked(db, now, phone.number)
  await spendCode(db, now, phone, { address, factor })
  await refusePumped(db, now, phone.number)
  const fresh = newCode()
  // Sent before it is kept: while the sender fails, the code that somebody already has stays good.
  await sendSms({ to: phone.number, text: smsText(fresh.code, { host, language }), code: fresh.code })
  await keepCode(db, phone.number, fresh, { key, now })
  return fresh.verificationId
}

/** Opens a session for whoever enters the right code, as the user of the phone that it was sent to. */
export async function signInByCode(db: Db, given: EnteredCode, setting: Setting): Promise<OpenSession> {
  const phone = await provenPhone(db, given, setting)
  return serially(db, lockOfPhone(phone), async trx => {
    await useUp(trx, given.verificationId, setting.now)
    const user = await userOfPhone(trx, phone, setting.now)
    await refuseBlocked(trx, user.uid)
    return openSession(trx, user, setting.now)
  })
}

/** The phone whose code this is. Counts the guess, and leaves the code as good as it was. */
export async function provenPhone(db: Db, given: EnteredCode, setting: Setting): Promise<string> {
  const { now, key, address, factor } = setting
  const phone = await phoneOf(db, given.verificationId, now)
  await refuseLocked(db, now, phone)
  const consumeSolution = () => consumeSolutionOf(given, setting)
  await spendGuess(db, now, phone, { address, factor, consumeSolution })
  if (!(await isRightCode(db, given, { key, now }))) {
    await wrongGuess(db, now, phone)
    throw new Refusal('auth/invalid-verification-code')
  }
  await rightGuess(db, phone, address)
  return phone
}

async function consumeSolutionOf({ verificationId, solution }: EnteredCode, setting: Setting): Promise<void> {
  if (solution === undefined) throw new Refusal('auth/bot-check-required')
  await setting.consumeSolution(solution, guessOf(verificationId))
}

/** The purpose of a harder challenge: a guess at this code and at no other. */
export function guessOf(verificationId: string): string {
  return `guess ${verificationId}`
}

/** Held by whoever gives a phone to an account. */
export function lockOfPhone(phone: string): string {
  return `sign-in ${phone}`
}

async function refuseBlocked(db: Db, uid: string): Promise<void> {
  const user = await db.selectFrom('users').select('blocked_at').where('uid', '=', uid).executeTakeFirst()
  if (user && user.blocked_at !== null) throw new Refusal('auth/login-blocked')
}
