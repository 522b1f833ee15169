import { setTimeout as pause } from 'node:timers/promises'
import type { PushPayload } from '../../../contract/push.ts'
import { MINUTE, SECOND } from '../../../contract/time.ts'
import type { Db } from '../../database/tables.ts'
import type { PushKey } from './push-key.ts'
import { type PushOutcome, sendPush } from './send-push.ts'
import { type BrowserSubscription, dropSubscription, recordPushFailure, recordPushSuccess } from './subscriptions.ts'

const MAX_PAUSE_MS = 10 * MINUTE

export type DeliveryDeps = {
  db: Db
  key: PushKey
  /** Contact for push services: an https URL, or mailto. */
  subject: string
  failed: (error: Error) => void
  /** The pauses before further tries. */
  retryMs?: readonly number[] | undefined
}

export const RETRY_MS = [5 * SECOND, 30 * SECOND, 2 * MINUTE]

/** Sends one payload. Tries again later if the push service is busy or away, as long as the payload is wanted. */
export async function deliverPush(
  { db, key, subject, failed, retryMs = RETRY_MS }: DeliveryDeps,
  { subscription, payload }: { subscription: BrowserSubscription; payload: PushPayload },
  { isWanted, leaving }: { isWanted: () => Promise<boolean>; leaving: AbortSignal },
): Promise<void> {
  let outcome = await sendPush(subscription, payload, { key, subject })
  for (const pauseMs of retryMs) {
    if (outcome.kind !== 'later' || leaving.aborted) break
    const retryAfterMs = Math.min(outcome.retryAfterMs, MAX_PAUSE_MS)
    await pause(Math.max(pauseMs, retryAfterMs), undefined, { signal: leaving, ref: false }).catch(() => {})
    if (leaving.aborted || !(await isWanted())) return
    outcome = await sendPush(subscription, payload, { key, subject })
  }
  await recordOutcome(db, subscription, outcome)
  if (outcome.kind === 'refused' || outcome.kind === 'later') failed(new Error(problemOf(subscription, outcome)))
}

async function recordOutcome(db: Db, { id }: BrowserSubscription, { kind }: PushOutcome): Promise<void> {
  if (kind === 'gone') await dropSubscription(db, id)
  if (kind === 'refused') await recordPushFailure(db, id)
  if (kind === 'taken') await recordPushSuccess(db, id)
}

/** The rest of an endpoint is a secret between browser and server. */
function problemOf({ endpoint }: BrowserSubscription, { status }: PushOutcome): string {
  return `${new URL(endpoint).host} ${status === 0 ? 'did not answer' : `answered ${status}`}`
}
