import { Refusal } from '../../../../contract/refusals.ts'

export type Sms = { to: string; text: string; code: string }

/** Done when the text was handed over. Refuses with 503 when nobody took it. */
export type SendSms = (sms: Sms) => Promise<void>

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
