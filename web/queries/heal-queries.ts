import { isTemporary } from '../../contract/calls/api-error.ts'
import { retryPause } from '../loading/retry-pause.ts'
import type { Query } from './query.ts'
import type { QueryClient } from './query-client.ts'

/** A person who presses "try again" comes first. */
const FIRST_PAUSE_MS = 10_000

type Failure = { inRow: number; errorUpdateCount: number; timer: ReturnType<typeof setTimeout> }

/**
 * Loads again what a screen shows and could not load: with growing pauses, because a poor network fires no event, and
 * when the network is back. What the screen says meanwhile stays. Returns a function that stops it.
 */
export function healQueries(client: QueryClient): () => void {
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
  // After the screens that load again themselves: theirs is joined.
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
