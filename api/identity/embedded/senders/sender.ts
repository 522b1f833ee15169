import { Refusal } from '../../../../contract/refusals.ts'
import type { Config } from '../../../config.ts'
import { outboxSender } from './outbox.ts'
import { twilioSender } from './twilio.ts'
import { webhookSender } from './webhook.ts'

export type Sms = { to: string; text: string; code: string }

/** Done when the text was handed over. Refuses with 503 when nobody took it. */
export type SendSms = (sms: Sms) => Promise<void>

export function createSender({ sms, dataDir }: Pick<Config, 'sms' | 'dataDir'>, now: () => number): SendSms {
  if (sms.sender === 'webhook') return webhookSender(sms.webhook)
  if (sms.sender === 'twilio') return twilioSender(sms.twilio)
  return outboxSender(dataDir, now)
}

const TIMEOUT_MS = 5000

export async function post(url: string, headers: Record<string, string>, body: string): Promise<void> {
  const options = { method: 'POST', headers, body, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) } as const
  const response = await fetch(url, options).catch(notHandedOver)
  await response.body?.cancel()
  if (!response.ok) notHandedOver(new Error(`The SMS service answered ${response.status}`))
}

/** The reason travels along for the log; it is not for the person who waits for a code. */
function notHandedOver(cause: Error): never {
  throw Object.assign(new Refusal('unavailable', { retryAfter: 30 }), { cause })
}
