import { defaultLanguage } from '../../contract/languages.ts'
import { parseEmail } from '../contact/email-address.ts'
import { parsePhone } from '../contact/phone.ts'
import { createSenders } from '../senders/senders.ts'
import { type Command, option } from './command.ts'

export const testSmsCommand: Command = {
  name: 'test-sms',
  usage: '--phone +…',
  summary: 'Sends a test text by the SMS gateway of the settings, and says what went wrong',
  async run({ config, words, print }) {
    const phone = option(words, 'phone')
    if (!phone) throw new Error('Give a phone: npm run admin -- test-sms --phone +971501234567')
    const to = parsePhone(phone, []).number
    await saysWhy(
      createSenders(config, Date.now).sendSms({ to, text: 'خطوة بخطوة · Step by Step: 123456', code: '123456' }),
    )
    print(wasWritten(config.smsSender) ?? `The SMS gateway accepted a text to ${to}. Check that it arrives.`)
  },
}

export const testMailCommand: Command = {
  name: 'test-mail',
  usage: '--email …',
  summary: 'Sends a test mail by the mail server of the settings, and says what went wrong',
  async run({ config, words, print }) {
    const email = option(words, 'email')
    if (!email) throw new Error('Give an e-mail address: npm run admin -- test-mail --email you@example.org')
    const to = parseEmail(email)
    const text = `خطوة بخطوة · Step by Step\n${config.publicUrl}`
    await saysWhy(createSenders(config, Date.now).sendMail({ to, subject: 'Step by Step', text }))
    print(wasWritten(config.mailSender) ?? `The mail server accepted a mail to ${to}. Check that it arrives.`)
  },
}

export const testWhatsappCommand: Command = {
  name: 'test-whatsapp',
  usage: '--phone +…',
  summary: 'Sends the code 123456 by the WhatsApp settings, and says what went wrong',
  async run({ config, words, print }) {
    const phone = option(words, 'phone')
    if (!phone) throw new Error('Give a phone: npm run admin -- test-whatsapp --phone +971501234567')
    const to = parsePhone(phone, []).number
    await saysWhy(createSenders(config, Date.now).sendWhatsapp({ to, code: '123456', language: defaultLanguage }))
    const isSent = config.whatsappToken !== ''
    print(
      isSent
        ? `WhatsApp accepted a code to ${to}. Check that it arrives.`
        : 'Nothing was sent: WHATSAPP_TOKEN is empty.',
    )
  },
}

/** Learners are told to try again; an operator is told the reason. */
async function saysWhy(sending: Promise<void>): Promise<void> {
  await sending.catch((error: Error) => {
    throw new Error(error.cause instanceof Error ? error.cause.message : error.message)
  })
}

function wasWritten(sender: string): string | undefined {
  return sender === 'outbox' ? 'Nothing was sent: the setting is outbox, a file for demos.' : undefined
}
