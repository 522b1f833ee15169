import { defaultLanguage } from '../../contract/languages.ts'
import type { SendingKind } from '../../contract/organisation/settings.ts'
import { actByCommand } from '../audit-log/audit-log.ts'
import type { Config } from '../config.ts'
import { parseEmail } from '../contact/email-address.ts'
import { parsePhone } from '../contact/phone.ts'
import type { Db } from '../database/tables.ts'
import { countedSenders } from '../organisation/settings/counted-senders.ts'
import { failureOf } from '../senders/sender.ts'
import type { Senders } from '../senders/senders.ts'
import { countriesNow } from '../settings/organisation-settings.ts'
import { type Command, type Operator, option } from './command.ts'

export const testSmsCommand: Command = {
  usage: '--phone +…',
  summary: 'Sends a test text by the SMS gateway of the settings, and says what went wrong',
  async run({ db, config, words, print }) {
    const phone = option(words, 'phone')
    if (!phone) throw new Error('Give a phone: npm run admin -- test-sms --phone +971501234567')
    const to = parsePhone(phone, []).number
    await tryOne(db, config, 'sms', senders =>
      senders.sendSms({ to, text: 'خطوة بخطوة · Step by Step: 123456', code: '123456' }),
    )
    print(wasWritten(config.smsSender) ?? `The SMS gateway accepted a text to ${to}. Check that it arrives.`)
    await warnIfOtherCountry(db, config, phone, print)
  },
}

export const testMailCommand: Command = {
  usage: '--email …',
  summary: 'Sends a test mail by the mail server of the settings, and says what went wrong',
  async run({ db, config, words, print }) {
    const email = option(words, 'email')
    if (!email) throw new Error('Give an e-mail address: npm run admin -- test-mail --email you@example.org')
    const to = parseEmail(email)
    const text = `خطوة بخطوة · Step by Step\n${config.publicUrl}`
    await tryOne(db, config, 'mail', senders => senders.sendMail({ to, subject: 'Step by Step', text }))
    print(wasWritten(config.mailSender) ?? `The mail server accepted a mail to ${to}. Check that it arrives.`)
  },
}

export const testWhatsappCommand: Command = {
  usage: '--phone +…',
  summary: 'Sends the code 123456 by the WhatsApp settings, and says what went wrong',
  async run({ db, config, words, print }) {
    const phone = option(words, 'phone')
    if (!phone) throw new Error('Give a phone: npm run admin -- test-whatsapp --phone +971501234567')
    const to = parsePhone(phone, []).number
    await tryOne(db, config, 'whatsapp', senders =>
      senders.sendWhatsapp({ to, code: '123456', language: defaultLanguage }),
    )
    const isSent = config.whatsappToken !== ''
    print(
      isSent
        ? `WhatsApp accepted a code to ${to}. Check that it arrives.`
        : 'Nothing was sent: WHATSAPP_TOKEN is empty.',
    )
    await warnIfOtherCountry(db, config, phone, print)
  },
}

/** Throws the reason of a failure, which learners never read. Counts and logs the sending like a test in the app. */
async function tryOne(
  db: Db,
  config: Config,
  kind: SendingKind,
  send: (senders: Senders) => Promise<void>,
): Promise<void> {
  await actByCommand(db, [], async () => ({ result: null, lines: [{ action: 'sending-tried', details: { kind } }] }))
  const senders = countedSenders(db, config, { now: Date.now, failed: () => {} })
  try {
    await send(senders)
  } catch (error) {
    const { message, words } = failureOf(error as Error)
    const reason = message.replace('fetch failed', `${gatewayOf(kind, config)} does not answer`)
    throw new Error(words ? `${reason}: ${words}` : reason)
  } finally {
    await senders.settled()
  }
}

/** A test may go to any country, but learners sign in only with numbers of the allowed countries. */
async function warnIfOtherCountry(db: Db, config: Config, phone: string, print: Operator['print']): Promise<void> {
  const limits = [
    ['PHONE_COUNTRIES', config.phoneCountries],
    ['`settings countries`', (await countriesNow(db, config)).countries],
  ] as const
  const against = limits.find(([, countries]) => !isFrom(phone, countries))
  if (against)
    print(`But nobody signs in with a number of this country: ${against[0]} allows ${against[1].join(', ')}.`)
}

function isFrom(phone: string, countries: readonly string[]): boolean {
  try {
    return parsePhone(phone, countries) !== undefined
  } catch {
    return false
  }
}

function gatewayOf(kind: SendingKind, { smsSender }: Config): string {
  if (kind === 'whatsapp') return 'WhatsApp'
  return smsSender === 'twilio' ? 'Twilio' : 'SMS_WEBHOOK_URL'
}

function wasWritten(sender: string): string | undefined {
  return sender === 'outbox' ? 'Nothing was sent: the setting is outbox, a file for demos.' : undefined
}
