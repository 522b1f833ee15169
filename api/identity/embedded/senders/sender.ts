import type { Config } from '../../../config.ts'
import { outboxSender } from './outbox.ts'
import type { SendSms } from './send-sms.ts'
import { twilioSender } from './twilio.ts'
import { webhookSender } from './webhook.ts'

export function createSender({ sms, dataDir }: Pick<Config, 'sms' | 'dataDir'>, now: () => number): SendSms {
  if (sms.sender === 'webhook') return webhookSender(sms.webhook)
  if (sms.sender === 'twilio') return twilioSender(sms.twilio)
  return outboxSender(dataDir, now)
}
