import { isTemporary } from '../../contract/calls/api-error.ts'
import { retryPause } from '../loading/retry-pause.ts'
import type { Query } from './query.ts'
import type { QueryClient } from './query-client.ts'

/** Leaves a person the time to press "try again" first. */
const FIRST_PAUSE_MS = 10_000

type Failure = { inRow: number; errorUpdateCount: number; timer: ReturnType<typeof setTimeout> }

/**
 * Loads queries of the screen again that have failed: with growing pauses, because a poor network fires no event, and
 * when the network is back. The screen keeps what it says until then. Returns a function that stops it.
 */
export function retryFailedQueries(client: QueryClient): () => void {
  const failures = new Map<Query, Failure>()
  const again = (query: Query) => {
    if (query.isActive) query.fetch({ isQuiet: true }).catch(() => {})
    else failures.delete(query)
  }
  const unwatch = client.watch(query => {
    const { error, isFetching, errorUpdateCount } = query.state
    const last = failures.get(query)
    if (error && last?.errorUpdateCount === errorUpdateCount && !isFetching) return
    clearTimeout(last?.timer)
    if (isFetching) return
    if (!isTemporary(error)) return void failures.delete(query)
    const inRow = (last?.inRow ?? 0) + 1
    const timer = setTimeout(again, retryPause(inRow, FIRST_PAUSE_MS), query)
    failures.set(query, { inRow, errorUpdateCount, timer })
  })
  // The timeout lets screens that load again by themselves begin. This joins their load.
  const online = () => {
    for (const query of failures.keys()) setTimeout(again, 0, query)
  }
  globalThis.addEventListener?.('online', online)
  return () => {
    unwatch()
    globalThis.removeEventListener?.('online', online)
    for (const { timer } of failures.values()) clearTimeout(timer)
  }
}
