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
import { type Language, smsText } from './sms-text.ts'

type Setting = { now: number; key: Buffer; address: string; factor: number }

/** Sends a code and answers the id under which it is to be entered. */
export async function sendCode(
  db: Db,
  { phone, language }: { phone: Phone; language: Language | undefined },
  { now, key, address, factor, sendSms }: Setting & { sendSms: SendSms },
): Promise<string> {
  await refuseLocked(db, now, phone.number)
  await spendCode(db, now, phone, { address, factor })
  await refusePumped(db, now, phone.number)
  const fresh = newCode()
  // Sent before it is kept: while the sender fails, the code that somebody already has stays good.
  await sendSms({ to: phone.number, text: smsText(fresh.code, language), code: fresh.code })
  await keepCode(db, phone.number, fresh, { key, now })
  return fresh.verificationId
}

/** Opens a session for whoever enters the right code, as the user of the phone that it was sent to. */
export async function signInByCode(db: Db, given: Code, { now, key, address, factor }: Setting): Promise<OpenSession> {
  const phone = await phoneOf(db, given.verificationId, now)
  await refuseLocked(db, now, phone)
  await spendGuess(db, now, phone, { address, factor })
  if (!(await isRightCode(db, given, { key, now }))) {
    await wrongGuess(db, now, phone)
    throw new Refusal('auth/invalid-verification-code')
  }
  const session = await serially(db, `sign-in ${phone}`, async trx => {
    await useUp(trx, given.verificationId, now)
    return openSession(trx, await userOfPhone(trx, phone, now), now)
  })
  await rightGuess(db, phone, address)
  return session
}
