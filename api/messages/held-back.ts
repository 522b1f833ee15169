import { Refusal } from '../../contract/refusals.ts'
import type { Hub, Listening } from './hub.ts'

/** Most reverse proxies give up after a minute without a byte. */
const LONGEST_SECONDS = 55

/** Seconds that an answer without news may be held back, as the caller prefers (RFC 7240); 0: not at all. */
export function preferredWait(prefer: string | string[] | undefined): number {
  const [, seconds] = /(?:^|[,;\s])wait=(\d{1,4})(?:$|[,;\s])/i.exec([prefer].flat().join()) ?? []
  return Math.min(Number(seconds ?? 0), LONGEST_SECONDS)
}

/** Whether nothing at all is to be answered where there is nothing to say: a call without news is most of what idling costs. */
export function prefersMinimal(prefer: string | string[] | undefined): boolean {
  return /(?:^|[,;\s])return=minimal(?:$|[,;\s])/i.test([prefer].flat().join())
}

type Wait = {
  hub: Hub
  uid: string
  seconds: number
  signal: AbortSignal
  /** Whether whoever waits may still be told anything. */
  isSignedIn: () => Promise<boolean>
}

/**
 * Looks; without news listens until there may be some, and looks again. Listens first: news that comes while it looks counts.
 * To what else there is to listen the look finds out, and reads anew what it knows where that was new.
 */
export async function heldBack<T>(
  { hub, uid, seconds, signal, isSignedIn }: Wait,
  look: (listenTo: Listening['also']) => Promise<{ answer: T; isNews: boolean }>,
): Promise<T> {
  if (seconds === 0) return (await look(() => false)).answer
  const listening = hub.listen(uid)
  try {
    const { answer, isNews } = await look(listening.also)
    if (isNews) return answer
    await listening.news(seconds * 1000, signal)
    // Asked of the session itself: while the call was held, nobody looked at its token.
    const [mayKnow, { answer: news }] = await Promise.all([isSignedIn(), look(listening.also)])
    if (!mayKnow) throw new Refusal('auth/unauthorized')
    return news
  } finally {
    listening.stop()
  }
}
