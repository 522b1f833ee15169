import { currentSession, onSessionChange } from '../session.ts'
import { Query, type QueryKey, type QueryOptions, type QueryState } from './query.ts'

type Filter = { queryKey: QueryKey; exact?: boolean; predicate?: (query: Query) => boolean }

/** A cache of what the server sent, by keys. Writes do not pass through it but through the outbox. */
export class QueryClient {
  readonly #queries = new Map<string, Query>()
  readonly #watchers = new Set<(query: Query) => void>()

  /** The query of this key. It is made if there is none yet. */
  query(options: Partial<QueryOptions<unknown>> & { queryKey: QueryKey }): Query {
    const key = keyOf(options.queryKey)
    const query = this.#queries.get(key) ?? new Query(options.queryKey, this.#onChange, this.#onUnused)
    this.#queries.set(key, query)
    query.use(options)
    return query
  }

  queries(): Query[] {
    return [...this.#queries.values()]
  }

  /** Calls `watcher` with each query that changes. Returns a function that stops it. */
  watch(watcher: (query: Query) => void): () => void {
    this.#watchers.add(watcher)
    return () => void this.#watchers.delete(watcher)
  }

  getQueryState(queryKey: QueryKey): QueryState | undefined {
    return this.#queries.get(keyOf(queryKey))?.state
  }

  getQueryData<Data>(queryKey: QueryKey): Data | undefined {
    return this.getQueryState(queryKey)?.data as Data | undefined
  }

  /** An updater that returns undefined changes nothing. Data that an updater has changed stays invalidated. */
  setQueryData<Data>(queryKey: QueryKey, value: Data | ((known: Data | undefined) => Data | undefined)): void {
    const isChange = value instanceof Function
    const data = isChange ? value(this.getQueryData<Data>(queryKey)) : value
    if (data === undefined) return
    const query = this.query({ queryKey })
    query.setData(data, { isInvalidated: isChange && query.state.isInvalidated })
  }

  /** Returns cached data unless it is stale. */
  async fetchQuery<Data>(options: QueryOptions<Data>): Promise<Data> {
    const query = this.query(options)
    return (query.isStale(options.staleTime) ? await query.fetch() : query.state.data) as Data
  }

  /** Loads the shown data again now, and other data when it is shown. `exact`: only this key, not longer keys. */
  async invalidateQueries({ queryKey, exact = false, predicate = () => true }: Filter): Promise<void> {
    const isMeant = (query: Query) => {
      const begin = exact ? query.queryKey : query.queryKey.slice(0, queryKey.length)
      return keyOf(begin) === keyOf(queryKey) && predicate(query)
    }
    const meant = this.queries().filter(isMeant)
    for (const query of meant) query.invalidate()
    const shown = meant.filter(query => query.isActive)
    await Promise.all(shown.map(query => query.fetch({ restarts: true }).catch(() => {})))
  }

  clear(): void {
    for (const query of this.queries()) query.remove()
    this.#queries.clear()
  }

  readonly #onChange = (query: Query) => {
    for (const watcher of this.#watchers) watcher(query)
  }

  readonly #onUnused = (query: Query) => {
    const key = keyOf(query.queryKey)
    if (this.#queries.get(key) === query) this.#queries.delete(key)
  }
}

function keyOf(queryKey: QueryKey): string {
  return JSON.stringify(queryKey)
}

/** Server data, in memory only; cleared with its session. */
export const queryClient = new QueryClient()

let uid = currentSession()?.uid
onSessionChange(session => {
  if (session?.uid !== uid) queryClient.clear()
  uid = session?.uid
})
