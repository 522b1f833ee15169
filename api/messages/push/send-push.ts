import type { PushPayload } from '../../../contract/push.ts'
import { DAY, SECOND } from '../../../contract/time.ts'
import type { PushKey } from './push-key.ts'
import type { Browser } from './subscriptions.ts'

const TIMEOUT_MS = 5000
const LIFETIME_S = DAY / SECOND

/** `gone`: the subscription has ended. `refused`: our mistake. `later`: worth another try. */
export type PushOutcome = { kind: 'taken' | 'gone' | 'refused' | 'later'; status: number; retryAfterMs: number }

type Sender = { key: PushKey; subject: string }

/** Sends a payload to the push service of a browser, encrypted for that browser. */
export async function sendPush(browser: Browser, payload: PushPayload, { key, subject }: Sender): Promise<PushOutcome> {
  const webPush = await import('web-push').catch(() => undefined)
  // The files of the package are missing while an upgrade replaces them.
  if (!webPush) return outcomeOf(undefined)
  const { headers, body } = webPush.default.generateRequestDetails(browser, JSON.stringify(payload), {
    vapidDetails: { subject, ...key },
    TTL: LIFETIME_S,
    urgency: 'normal',
    // A phone that was off gets only the newest notification of each conversation.
    topic: payload.tag,
  })
  const answer = await fetch(browser.endpoint, {
    method: 'POST',
    headers: textual(headers),
    body: new Uint8Array(body),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => undefined)
  await answer?.body?.cancel()
  return outcomeOf(answer)
}

function outcomeOf(answer: Response | undefined): PushOutcome {
  const { status = 0, ok = false } = answer ?? {}
  const seconds = Number(answer?.headers.get('retry-after') ?? 0)
  const retryAfterMs = seconds > 0 ? seconds * SECOND : 0
  if (ok) return { kind: 'taken', status, retryAfterMs }
  if (status === 404 || status === 410) return { kind: 'gone', status, retryAfterMs }
  const isWorthATry = status === 0 || status === 429 || status >= 500
  return { kind: isWorthATry ? 'later' : 'refused', status, retryAfterMs }
}

/** The headers as texts, without the length, which the HTTP client sets. */
function textual(headers: Record<string, unknown>): Record<string, string> {
  const named = Object.entries(headers).filter(([name]) => name !== 'Content-Length')
  return Object.fromEntries(named.map(([name, value]) => [name, String(value)]))
}
