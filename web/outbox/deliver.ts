import { ApiError, endsSession } from '../../contract/calls/api-error.ts'
import { currentSession } from '../session.ts'
import { senders } from './senders.ts'
import { type OutboxItem, removeItem, unsentItemsOf, updateItem } from './store.ts'

const QUEUES_AT_ONCE = 2
const TRY_AGAIN_MS = 1000

/**
 * Sends the waiting items of one person, lane by lane, each lane in order, and of all tabs only one in a lane.
 * Answers in how many ms another try makes sense, or undefined when nothing is left to send.
 */
export async function deliver(uid: string): Promise<number | undefined> {
  const queueKeys = [...new Set((await unsentItemsOf(uid)).map(({ lane }) => lane))]
  const pauses: number[] = []
  await Promise.all(
    Array.from({ length: QUEUES_AT_ONCE }, async () => {
      for (let lane = queueKeys.shift(); lane !== undefined; lane = queueKeys.shift()) {
        const pause = await onlyHere(`${uid} ${lane}`, deliverQueue(uid, lane))
        if (pause !== undefined) pauses.push(pause)
      }
    }),
  )
  return pauses.length > 0 ? Math.min(...pauses) : undefined
}

type Work = (name: string) => Promise<number | undefined>

/** Where another tab is at it already, or this one with something long, only looks again a little later. */
async function onlyHere(name: string, work: Work): Promise<number | undefined> {
  const closedForMs = (closedUntil.get(name) ?? 0) - performance.now()
  if (closedForMs > 0) return closedForMs
  if (!navigator.locks) return work(name)
  return navigator.locks.request(`sbs.outbox ${name}`, { ifAvailable: true }, async lock =>
    lock ? work(name) : TRY_AGAIN_MS,
  )
}

/** Until when the server wants to hear nothing of a lane, as it said itself: by the page's own clock, which nobody turns. */
const closedUntil = new Map<string, number>()

function deliverQueue(uid: string, lane: string): Work {
  return async name => {
    // What is written while a long item is on its way goes right after it.
    const next = async () => (await unsentItemsOf(uid)).find(item => item.lane === lane)
    for (let item = await next(); item; item = await next()) {
      if (currentSession()?.uid !== uid) return TRY_AGAIN_MS
      const outcome = await send(item)
      const tries = item.tries + 1
      if ('isSent' in outcome) await removeItem(item)
      else if ('refusedAs' in outcome) await updateItem(item, { tries, refusedAs: outcome.refusedAs })
      else {
        if (outcome.isTold) closedUntil.set(name, performance.now() + outcome.againInMs)
        await updateItem(item, { tries, lastStatus: outcome.status })
        return outcome.againInMs
      }
    }
    return undefined
  }
}

type Outcome =
  | { isSent: true }
  /** For good. */
  | { refusedAs: string }
  /** Told by the server, or guessed. */
  | { againInMs: number; isTold: boolean; status: number }

async function send(item: OutboxItem): Promise<Outcome> {
  const carry = senders[item.kind]
  if (!carry) return { refusedAs: 'unknown-kind' }
  try {
    await carry(item)
    return { isSent: true }
  } catch (error) {
    const refusal = error instanceof ApiError ? error : undefined
    if (refusal && isFinal(refusal)) return { refusedAs: refusal.code }
    const told = refusal?.retryAfter
    return {
      againInMs: told === undefined ? TRY_AGAIN_MS : told * 1000,
      isTold: told !== undefined,
      status: refusal?.status ?? 0,
    }
  }
}

/** A no to this very request, which another try would get again. Not: no network, nobody signed in, too fast, server away. */
function isFinal(refusal: ApiError): boolean {
  const { status } = refusal
  return status >= 400 && status < 500 && !endsSession(refusal) && ![408, 409, 425, 429].includes(status)
}
