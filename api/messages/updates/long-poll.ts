import type { Hub, HubSubscription } from '../hub/hub.ts'

/** Most reverse proxies give up after a minute without a byte. */
const MAX_SECONDS = 55

/** Seconds that the client prefers to wait for news (RFC 7240); 0: not at all. */
export function preferredWait(prefer: string | string[] | undefined): number {
  const [, seconds] = /(?:^|[,;\s])wait=(\d{1,4})(?:$|[,;\s])/i.exec([prefer].flat().join()) ?? []
  return Math.min(Number(seconds ?? 0), MAX_SECONDS)
}

/** Whether the client wants an empty reply if there is no news. It saves bytes, because most replies have no news. */
export function prefersMinimal(prefer: string | string[] | undefined): boolean {
  return /(?:^|[,;\s])return=minimal(?:$|[,;\s])/i.test([prefer].flat().join())
}

/** When the query runs: in a call that does not wait, first in a call that waits, or after a publish. */
export type PollMoment = 'at once' | 'first' | 'woken'

type Wait = {
  hub: Hub
  uid: string
  seconds: number
  signal: AbortSignal
  /** Throws once the sign-in is over. */
  requireSignIn: () => Promise<void>
}

/**
 * Long poll: subscribe, query, wait, query again, until there is news or the time is over. It subscribes first, so that
 * news between query and wait counts. The query finds out what else to subscribe to.
 */
export async function longPoll<T>(
  { hub, uid, seconds, signal, requireSignIn }: Wait,
  query: (subscribe: HubSubscription['addKeys'], moment: PollMoment) => Promise<{ answer: T; isNews: boolean }>,
): Promise<T> {
  if (seconds === 0) return (await query(() => false, 'at once')).answer
  const end = performance.now() + seconds * 1000
  const subscription = hub.subscribe(uid)
  try {
    let { answer, isNews } = await query(subscription.addKeys, 'first')
    // A cached token may be accepted for some seconds longer than its session lasted, and nothing would end the wait.
    if (!isNews) await requireSignIn()
    for (let leftMs = seconds * 1000; !isNews && leftMs > 0 && !hub.isClosed(); ) {
      await subscription.news(leftMs, signal)
      if (signal.aborted) break
      // Nobody has checked the token since the call began, so the session itself is checked.
      const [next] = await Promise.all([query(subscription.addKeys, 'woken'), requireSignIn()])
      answer = next.answer
      isNews = next.isNews
      leftMs = end - performance.now()
    }
    return answer
  } finally {
    subscription.stop()
  }
}
