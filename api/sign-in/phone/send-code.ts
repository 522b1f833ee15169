import { ApiError } from '../../../contract/calls/api-error.ts'
import type { Language } from '../../../contract/languages.ts'
import { SECOND } from '../../../contract/time.ts'
import type { Phone } from '../../contact/phone.ts'
import type { Db } from '../../database/tables.ts'
import { failureOf, type SendSms, throwIfUnsent } from '../../senders/sender.ts'
import { outcomeOf, type Press, saveOutcome } from '../repeated-press.ts'
import { newCode } from './code.ts'
import { consumeCodeLimit, RESEND_AFTER_SECONDS, refundHalfMinute, throwIfLocked } from './code-limits.ts'
import { askedBefore, saveCode, saveUnsentCode } from './codes.ts'
import { throwIfPumped } from './pumping.ts'
import { smsText } from './sms-text.ts'

/** `smsFailed`: nothing was sent, and the id is good for the other ways only. */
type SentCode = { verificationId: string; resendAfterSeconds: number; smsFailed?: true }
type KeyOfPress = { key: Buffer; idempotencyKey: string | undefined }

/** The code that an earlier request of the same press sent, as long as it can be entered. */
export async function codeSentBefore(
  db: Db,
  phone: Phone,
  { now, key, idempotencyKey }: { now: number } & KeyOfPress,
): Promise<SentCode | undefined> {
  const verificationId = await outcomeOf(db, sendPress(phone, { key, idempotencyKey }))
  const earlier = verificationId && (await askedBefore(db, verificationId, { phone: phone.number, now }))
  if (!earlier) return undefined
  const resendAt = earlier.at + RESEND_AFTER_SECONDS * SECOND
  const resendAfterSeconds = Math.max(0, Math.ceil((resendAt - now) / SECOND))
  return { verificationId, resendAfterSeconds, ...(earlier.isSent ? {} : { smsFailed: true }) }
}

type Sending = {
  now: number
  ipAddress: string
  limitFactor: number
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
  { now, key, ipAddress, limitFactor, sendSms, host, hasOtherWays, warn, idempotencyKey }: KeyOfPress & Sending,
): Promise<SentCode> {
  await throwIfLocked(db, phone.number, now)
  // This check comes before the limits, because a code that is not sent uses up none.
  await throwIfPumped(db, phone.number, now)
  await consumeCodeLimit(db, phone, { ipAddress, limitFactor }, now)
  const fresh = newCode()
  // The code is sent before it is stored, so an earlier code still works while the sender fails.
  const sms = { to: phone.number, text: smsText(fresh.code, { host, language }), code: fresh.code }
  const isSent = await throwIfUnsent(sendSms(sms), warn).then(
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

export function sendPress(phone: Phone, { key, idempotencyKey }: KeyOfPress): Press {
  return { call: 'sendCode', about: phone.number, key: idempotencyKey, secret: key }
}
