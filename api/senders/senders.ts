import type { Config } from '../config.ts'
import { mailToOutbox, smsToOutbox } from './outbox.ts'
import type { SendMail, SendSms } from './sender.ts'
import { type SmtpSettings, smtpSender } from './smtp.ts'
import { type TwilioSettings, twilioSender } from './twilio.ts'
import { type WebhookSettings, webhookSender } from './webhook.ts'

export type Senders = {
  sendSms: SendSms
  sendMail: SendMail
  /** Resolves when nothing is being sent any more. */
  settled: () => Promise<void>
}

type Settings = Pick<Config, 'smsSender' | 'mailSender' | 'dataDir' | 'isProduction'> &
  WebhookSettings &
  TwilioSettings &
  SmtpSettings

export function createSenders(settings: Settings, now: () => number): Senders {
  const onTheWay = new Set<Promise<void>>()
  const watched =
    <Text>(send: (text: Text) => Promise<void>) =>
    (text: Text) => {
      const sending = send(text).finally(() => onTheWay.delete(sending))
      onTheWay.add(sending)
      return sending
    }
  return {
    sendSms: watched(openSmsSender(settings, now)),
    sendMail: watched(openMailSender(settings, now)),
    settled: async () => void (await Promise.allSettled(onTheWay)),
  }
}

function openSmsSender(settings: Settings, now: () => number): SendSms {
  if (settings.smsSender === 'webhook') return webhookSender(settings)
  if (settings.smsSender === 'twilio') return twilioSender(settings)
  return settings.isProduction ? nothing : smsToOutbox(settings.dataDir, now)
}

function openMailSender(settings: Settings, now: () => number): SendMail {
  if (settings.mailSender === 'smtp') return smtpSender(settings)
  return settings.isProduction ? nothing : mailToOutbox(settings.dataDir, now)
}

/**
 * With Firebase a real installation needs no senders: Firebase sends the codes, and nobody would read the outbox file.
 */
async function nothing(): Promise<void> {}
