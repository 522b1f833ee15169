import { ApiError, endsSession } from '../../contract/calls/api-error.ts'
import { currentSession } from '../session.ts'
import { senders } from './senders/senders.ts'
import { type OutboxItem, removeItem, unsentItemsOf, updateItem } from './store.ts'

const QUEUES_AT_ONCE = 2
const TRY_AGAIN_MS = 1000
const LOCK = 'sbs.outbox '

/**
 * Sends the waiting items of one person: two queues at a time, each in order, and each by only one tab.
 * Returns in how many ms another try makes sense; undefined if nothing is left to send.
 */
export async function deliver(uid: string): Promise<number | undefined> {
  const queueKeys = [...new Set((await unsentItemsOf(uid)).map(({ lane }) => lane))]
  const pauses: number[] = []
  await Promise.all(
    Array.from({ length: QUEUES_AT_ONCE }, async () => {
      for (let key = queueKeys.shift(); key !== undefined; key = queueKeys.shift()) {
        const pause = await deliverIfFree({ uid, key, name: `${uid} ${key}` })
        if (pause !== undefined) pauses.push(pause)
      }
    }),
  )
  return pauses.length > 0 ? Math.min(...pauses) : undefined
}

type Queue = { uid: string; key: string; name: string }

/** If another tab sends this queue, or the server asked for a pause, returns in how many ms to try again. */
async function deliverIfFree(queue: Queue): Promise<number | undefined> {
  const { name } = queue
  const closedForMs = (closedUntil.get(name) ?? 0) - performance.now()
  if (closedForMs > 0) return closedForMs
  if (!navigator.locks) return deliverQueue(queue)
  const options = { ifAvailable: true }
  return navigator.locks.request(LOCK + name, options, async lock => (lock ? deliverQueue(queue) : TRY_AGAIN_MS))
}

/**
 * By name of a queue, the end of the pause that the server asked for (`Retry-After`). It is a time of
 * performance.now(), which does not depend on the phone's clock.
 */
const closedUntil = new Map<string, number>()

/** Also true if a tab has sent something since this page began to load (boot.js). */
export async function isAnyTabSending(): Promise<boolean> {
  if ((globalThis as { sbsOutboxChanged?: true }).sbsOutboxChanged) return true
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  return held.some(({ name }) => name?.startsWith(LOCK))
}

async function deliverQueue({ uid, key, name }: Queue): Promise<number | undefined> {
  // Read again each time: more may have been written meanwhile.
  const next = async () => (await unsentItemsOf(uid)).find(item => item.lane === key)
  for (let item = await next(); item; item = await next()) {
    if (currentSession()?.uid !== uid) return TRY_AGAIN_MS
    const outcome = await send(item)
    const tries = item.tries + 1
    if ('isSent' in outcome) await removeItem(item)
    else if ('refusedAs' in outcome) await updateItem(item, { tries, refusedAs: outcome.refusedAs })
    else {
      if (outcome.isAsked) closedUntil.set(name, performance.now() + outcome.againInMs)
      await updateItem(item, { tries, lastStatus: outcome.status })
      return outcome.againInMs
    }
  }
  return undefined
}

type Outcome =
  | { isSent: true }
  /** The code of a final error. */
  | { refusedAs: string }
  /** `isAsked`: the server asked for this pause (`Retry-After`). */
  | { againInMs: number; isAsked: boolean; status: number }

async function send(item: OutboxItem): Promise<Outcome> {
  // A newer version of the app may have stored a kind that this one does not know.
  const sender = senders[item.kind] as ((item: OutboxItem) => Promise<unknown>) | undefined
  if (!sender) return { refusedAs: 'unknown-kind' }
  try {
    await sender(item)
    return { isSent: true }
  } catch (error) {
    const apiError = error instanceof ApiError ? error : undefined
    if (apiError && isFinal(apiError)) return { refusedAs: apiError.code }
    const retryAfter = apiError?.retryAfter
    return {
      againInMs: retryAfter === undefined ? TRY_AGAIN_MS : retryAfter * 1000,
      isAsked: retryAfter !== undefined,
      status: apiError?.status ?? 0,
    }
  }
}

/** Whether another try would get the same error. False for: no network, signed out, too many requests, server down. */
function isFinal(apiError: ApiError): boolean {
  const { status } = apiError
  return status >= 400 && status < 500 && !endsSession(apiError) && ![408, 409, 425, 429].includes(status)
}
