import type { Config } from '../config.ts'
import { mailToOutbox, smsToOutbox } from './outbox.ts'
import type { SendMail, SendSms } from './sender.ts'
import { smtpSender } from './smtp.ts'
import { twilioSender } from './twilio.ts'
import { webhookSender } from './webhook.ts'

export type Senders = {
  sendSms: SendSms
  sendMail: SendMail
  /** Resolves when nothing is being sent any more. */
  settled: () => Promise<void>
}

type Settings = Pick<Config, 'sms' | 'mail' | 'dataDir' | 'isProduction'>

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
    sendSms: watched(smsSender(settings, now)),
    sendMail: watched(mailSender(settings, now)),
    settled: async () => void (await Promise.allSettled(onTheWay)),
  }
}

function smsSender({ sms, dataDir, isProduction }: Settings, now: () => number): SendSms {
  if (sms.sender === 'webhook') return webhookSender(sms.webhook)
  if (sms.sender === 'twilio') return twilioSender(sms.twilio)
  return isProduction ? nothing : smsToOutbox(dataDir, now)
}

function mailSender({ mail, dataDir, isProduction }: Settings, now: () => number): SendMail {
  if (mail.sender === 'smtp') return smtpSender(mail)
  return isProduction ? nothing : mailToOutbox(dataDir, now)
}

/**
 * With Firebase a real installation needs no senders: Firebase sends the codes, and nobody would read the outbox file.
 */
async function nothing(): Promise<void> {}
