import { useCallback, useState, useSyncExternalStore } from 'react'
import type { Query, QueryOptions, QueryState } from './query.ts'
import { queryClient } from './query-client.ts'

type UseQueryOptions<Data> = QueryOptions<Data> & {
  /** If false, nothing is loaded here. */
  enabled?: boolean
  /** While the data of a new key is loaded, shows the data of the former key. */
  keepsPrevious?: boolean
}

type Rest = Pick<QueryState, 'isFetching' | 'dataUpdatedAt' | 'errorUpdateCount'> & { refetch: () => Promise<void> }
/** The screens use a part of the state, and are drawn again only when that part changes. */
export type QueryResult<Data> = Rest &
  (
    | { isPending: true; data: undefined; error: null }
    | { isPending: false; data: Data | undefined; error: Error }
    | { isPending: false; data: Data; error: null }
  )

/** State of one component. */
type Memory = {
  used: Set<keyof QueryState>
  drawn?: { query: Query; state: QueryState }
  observed?: Query
  previous?: unknown
}

export function useQuery<Data>(options: UseQueryOptions<Data>): QueryResult<Data> {
  const { enabled = true, keepsPrevious = false, staleTime, ...rest } = options
  const query = queryClient.query(rest)
  const [memory] = useState((): Memory => ({ used: new Set() }))
  const observe = useCallback(
    (onChange: () => void) => {
      const stop = query.observe({ onChange, isEnabled: enabled })
      memory.observed = query
      if (enabled && query.isWanted(staleTime)) query.fetch().catch(() => {})
      return () => {
        memory.observed = undefined
        stop()
      }
    },
    [query, enabled, staleTime, memory],
  )
  useSyncExternalStore(observe, () => {
    const { drawn, used } = memory
    const isSame = drawn?.query === query && [...used].every(name => drawn.state[name] === query.state[name])
    if (!isSame) memory.drawn = { query, state: query.state }
    return memory.drawn
  })
  const refetch = useCallback(async () => void (await query.fetch({ restarts: true }).catch(() => {})), [query])
  const shown = { ...query.state }
  if (enabled && memory.observed !== query && query.isWanted(staleTime)) {
    // The load begins after this rendering.
    shown.isFetching = true
    if (shown.dataUpdatedAt === 0) Object.assign(shown, { isPending: true, error: null })
  }
  if (shown.data !== undefined) memory.previous = shown.data
  else if (keepsPrevious && shown.isPending && memory.previous !== undefined)
    Object.assign(shown, { data: memory.previous, isPending: false })
  const use = <Name extends keyof QueryState>(name: Name) => {
    memory.used.add(name)
    return shown[name]
  }
  return {
    get data() {
      return use('data')
    },
    get error() {
      return use('error')
    },
    get isPending() {
      return use('isPending')
    },
    get isFetching() {
      return use('isFetching')
    },
    get dataUpdatedAt() {
      return use('dataUpdatedAt')
    },
    get errorUpdateCount() {
      return use('errorUpdateCount')
    },
    refetch,
  } as QueryResult<Data>
}
