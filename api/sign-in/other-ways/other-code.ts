import { ApiError } from '../../../contract/calls/api-error.ts'
import { defaultLanguage, type Language } from '../../../contract/languages.ts'
import type { OtherSender } from '../../../contract/sign-in/other-ways.ts'
import { parsePhone } from '../../contact/phone.ts'
import type { Db } from '../../database/tables.ts'
import { type Mail, type SendWhatsapp, throwIfUnsent } from '../../senders/sender.ts'
import { serverTexts } from '../../texts/server-texts.ts'
import { newCode } from '../phone/code.ts'
import { consumeCodeLimit, throwIfLocked } from '../phone/code-limits.ts'
import { phoneOf, saveOtherCode } from '../phone/codes.ts'
import { throwIfPumped } from '../phone/pumping.ts'

type Asked = { verificationId: string; by: OtherSender; language: Language | undefined }
type Options = {
  now: number
  key: Buffer
  ipAddress: string
  limitFactor: number
  phoneCountries: readonly string[]
  sendWhatsapp: SendWhatsapp
  /** Sends a mail without making the request wait. */
  sendLater: (mail: Mail) => void
  warn: (message: string) => void
}

/** Sends a second code in another way. It shares the limits of the SMS, and the attempts of the first code. */
export async function sendOtherCode(
  db: Db,
  { verificationId, by, language = defaultLanguage }: Asked,
  options: Options,
) {
  const { now, key, ipAddress, limitFactor, phoneCountries, sendWhatsapp, sendLater, warn } = options
  const phone = parsePhone(await phoneOf(db, verificationId, { now }), phoneCountries)
  await throwIfLocked(db, phone.number, now)
  if (by === 'whatsapp') await throwIfPumped(db, phone.number, now)
  await consumeCodeLimit(db, phone, { ipAddress, limitFactor }, now)
  const other = { verificationId, code: newCode().code }
  if (by === 'whatsapp') await throwIfUnsent(sendWhatsapp({ to: phone.number, code: other.code, language }), warn)
  // The same work and the same reply for every number: neither tells whether the account or its e-mail address exists.
  const email = by === 'email' ? await verifiedEmailOf(db, phone.number) : undefined
  await saveOtherCode(db, other, { key, now })
  if (email) sendLater(codeMail(email, other.code, language))
}

/** A verified address is as safe as the phone: its mail already opens the account by a reset link. */
async function verifiedEmailOf(db: Db, phone: string): Promise<string | undefined> {
  const user = await db
    .selectFrom('users')
    .select('email')
    .where('phone_number', '=', phone)
    .where('email_proved_at', 'is not', null)
    .where('blocked_at', 'is', null)
    .executeTakeFirst()
  return user?.email ?? undefined
}

/** The mail is plain text, without a text that a person typed: phishing uses both. */
function codeMail(to: string, code: string, language: Language): Mail {
  const { subject, text } = serverTexts[language].signInCode
  return { to, subject, text: text.replace('{code}', code), code }
}

/** A way that the settings do not offer is not found. */
export function throwIfNotOffered(way: string, otherWays: readonly string[]): void {
  if (!otherWays.includes(way)) throw new ApiError('not-found')
}
