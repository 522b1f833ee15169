import type { SendingKind } from '../../contract/organisation/settings.ts'
import type { Config } from '../config.ts'
import { mailToOutbox, smsToOutbox, whatsappToOutbox } from './outbox.ts'
import type { SendMail, SendSms, SendWhatsapp } from './sender.ts'
import { type SmtpSettings, smtpSender } from './smtp.ts'
import { type TwilioSettings, twilioSender } from './twilio.ts'
import { type WebhookSettings, webhookSender } from './webhook.ts'
import { type WhatsappSettings, whatsappSender } from './whatsapp.ts'

export type Senders = {
  sendSms: SendSms
  sendMail: SendMail
  sendWhatsapp: SendWhatsapp
  /** Since the start of this process. */
  counts: () => Record<SendingKind, Counts>
  /** The kinds whose last message could not be sent. */
  failing: () => SendingKind[]
  /** Resolves when nothing is being sent any more. */
  settled: () => Promise<void>
}

/** `sent`: the gateway took the message. Nobody knows whether it arrived. */
type Counts = { sent: number; failed: number }

type Settings = Pick<Config, 'smsSender' | 'mailSender' | 'dataDir' | 'isProduction'> &
  WhatsappSettings &
  WebhookSettings &
  TwilioSettings &
  SmtpSettings

/** Called after each message: with the failure, or with undefined if the gateway took the message. */
type Ended = (kind: SendingKind, failure: Error | undefined) => Promise<void>

export function createSenders(settings: Settings, now: () => number, ended?: Ended): Senders {
  const onTheWay = new Set<Promise<void>>()
  const failing = new Set<SendingKind>()
  const counts = { sms: { sent: 0, failed: 0 }, mail: { sent: 0, failed: 0 }, whatsapp: { sent: 0, failed: 0 } }
  const waitFor = (work: Promise<void>) => {
    onTheWay.add(work)
    const end = () => onTheWay.delete(work)
    work.then(end, end)
  }
  const watched =
    <Text>(kind: SendingKind, send: (text: Text) => Promise<void>) =>
    (text: Text) => {
      const sending = countSending(counts[kind], send(text))
      const noted = sending.then(
        () => {
          failing.delete(kind)
          return ended?.(kind, undefined)
        },
        (failure: Error) => {
          failing.add(kind)
          return ended?.(kind, failure)
        },
      )
      waitFor(sending)
      waitFor(noted)
      return sending
    }
  return {
    sendSms: watched('sms', openSmsSender(settings, now)),
    sendMail: watched('mail', openMailSender(settings, now)),
    sendWhatsapp: watched('whatsapp', openWhatsappSender(settings, now)),
    counts: () => counts,
    failing: () => [...failing],
    settled: async () => void (await Promise.allSettled(onTheWay)),
  }
}

async function countSending(counts: Counts, sending: Promise<void>): Promise<void> {
  try {
    await sending
    counts.sent += 1
  } catch (error) {
    counts.failed += 1
    throw error
  }
}

function openSmsSender(settings: Settings, now: () => number): SendSms {
  if (settings.smsSender === 'webhook') return webhookSender(settings)
  if (settings.smsSender === 'twilio') return twilioSender(settings)
  return settings.isProduction ? sendNothing : smsToOutbox(settings.dataDir, now)
}

function openMailSender(settings: Settings, now: () => number): SendMail {
  if (settings.mailSender === 'smtp') return smtpSender(settings)
  return settings.isProduction ? sendNothing : mailToOutbox(settings.dataDir, now)
}

/** WhatsApp is used only if the setting OTHER_WAYS offers it. */
function openWhatsappSender(settings: Settings, now: () => number): SendWhatsapp {
  if (settings.whatsappToken !== '') return whatsappSender(settings)
  return settings.isProduction ? sendNothing : whatsappToOutbox(settings.dataDir, now)
}

/**
 * With Firebase a real installation needs no senders: Firebase sends the codes, and nobody would read the outbox file.
 */
async function sendNothing(): Promise<void> {}
