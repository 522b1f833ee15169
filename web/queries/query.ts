import { ApiError, isNetworkFailure } from '../../contract/calls/api-error.ts'
import { MINUTE } from '../../contract/time.ts'
import { replaceEqual } from './replace-equal.ts'

export type QueryKey = readonly unknown[]

export type QueryOptions<Data> = {
  queryKey: QueryKey
  queryFn: () => Promise<Data>
  /** Data that is older is loaded again by the next screen that shows it (ms). */
  staleTime?: number
  /** How long data stays that no screen shows (ms). */
  gcTime?: number
  /** Compares new data with the old. Without it, each load is a change. */
  structuralSharing?: boolean
  /** The part of large data that a visit without a network needs; saving all would block the screen. */
  partToSave?(data: Data): Data
}

export type QueryState<Data = unknown> = {
  data: Data | undefined
  error: Error | null
  /** There is neither data nor an error. */
  isPending: boolean
  isFetching: boolean
  isInvalidated: boolean
  /** Epoch ms; 0 without data. */
  dataUpdatedAt: number
  dataUpdateCount: number
  errorUpdateCount: number
}

type Observer = { onChange: () => void; isEnabled: boolean }
type Run = { promise: Promise<unknown>; isOutdated: boolean }

const RETRIES = 2
const FIRST_PAUSE_MS = 1000
const KEPT_MS = 5 * MINUTE
const FAILED_FOR_MS = 1000

/** The data of one key of the cache, and how it is loaded. */
export class Query {
  readonly queryKey: QueryKey
  state: QueryState = {
    data: undefined,
    error: null,
    isPending: true,
    isFetching: false,
    isInvalidated: false,
    dataUpdatedAt: 0,
    dataUpdateCount: 0,
    errorUpdateCount: 0,
  }
  readonly #onChange: (query: Query) => void
  readonly #onUnused: (query: Query) => void
  readonly #observers = new Set<Observer>()
  #options: Partial<QueryOptions<unknown>> = {}
  #keptMs = 0
  #removal: ReturnType<typeof setTimeout> | undefined
  #run: Run | undefined
  #failedAt = Number.NEGATIVE_INFINITY
  #mayRetry = true

  constructor(queryKey: QueryKey, onChange: (query: Query) => void, onUnused: (query: Query) => void) {
    this.queryKey = queryKey
    this.#onChange = onChange
    this.#onUnused = onUnused
  }

  /** The newest options count, but data is kept for the longest `gcTime` of all. */
  use(options: Partial<QueryOptions<unknown>>): void {
    this.#options = { ...this.#options, ...options }
    this.#keptMs = Math.max(this.#keptMs, options.gcTime ?? KEPT_MS)
  }

  isStale(staleTime = 0): boolean {
    const { data, isInvalidated, dataUpdatedAt } = this.state
    // If the phone's clock was set back meanwhile, the data seems to come from the future.
    return data === undefined || isInvalidated || Math.abs(Date.now() - dataUpdatedAt) >= staleTime
  }

  /**
   * Whether a screen that appears loads the data. Not right after a failure: the error screen that appears then may
   * need the same data. If it loaded the data, the failure and the error screen would disappear, and come back without
   * end.
   */
  isWanted(staleTime?: number): boolean {
    return this.isStale(staleTime) && performance.now() > this.#failedAt + FAILED_FOR_MS
  }

  /** The data to save for a visit without a network. */
  get dataToSave(): unknown {
    const { partToSave } = this.#options
    return partToSave ? partToSave(this.state.data) : this.state.data
  }

  get isActive(): boolean {
    return [...this.#observers].some(({ isEnabled }) => isEnabled)
  }

  /** Adds a component that shows the data. Returns a function that removes it. */
  observe(observer: Observer): () => void {
    this.#observers.add(observer)
    this.#removeLater()
    return () => {
      this.#observers.delete(observer)
      // A running load continues. If it fails, it is not repeated, because no screen needs it any more.
      if (this.#observers.size === 0) this.#mayRetry = false
      this.#removeLater()
    }
  }

  /**
   * Joins a running load. `restarts`: if there is data or an error, begins another load, whose result counts.
   * `isQuiet`: an error stays on the screen until the load has succeeded.
   */
  fetch({ restarts = false, isQuiet = false } = {}): Promise<unknown> {
    this.#mayRetry = true
    if (this.#run && !(restarts && !this.state.isPending)) return this.#run.promise
    const run: Run = { promise: Promise.resolve(), isOutdated: false }
    this.#run = run
    const isFirst = !isQuiet && this.state.dataUpdatedAt === 0
    this.#set({ isFetching: true, ...(isFirst && { error: null, isPending: true }) })
    run.promise = this.#load(run)
    return run.promise
  }

  setData(data: unknown, change: Partial<QueryState> = {}): void {
    const { structuralSharing = true } = this.#options
    this.#set({
      data: structuralSharing ? replaceEqual(this.state.data, data) : data,
      error: null,
      isPending: false,
      isInvalidated: false,
      dataUpdatedAt: Date.now(),
      dataUpdateCount: this.state.dataUpdateCount + 1,
      ...change,
    })
    this.#removeLater()
  }

  /** A running load may bring data from before the change, so it has to be repeated, too. */
  invalidate(): void {
    if (this.#run) this.#run.isOutdated = true
    if (!this.state.isInvalidated) this.#set({ isInvalidated: true })
  }

  /** A running load no longer counts. */
  remove(): void {
    this.#run = undefined
    clearTimeout(this.#removal)
  }

  async #load(run: Run): Promise<unknown> {
    for (let failures = 0; this.#run === run; failures++) {
      try {
        const data = await this.#options.queryFn?.()
        if (this.#run !== run) break
        this.#run = undefined
        this.setData(data, { isFetching: false, isInvalidated: run.isOutdated })
        return this.state.data
      } catch (reason) {
        if (this.#run !== run) break
        const error = reason as Error
        const isPassing = failedServer(error) || (this.isActive && lostOnTheWay(error))
        if (!this.#mayRetry || failures === RETRIES || !isPassing) {
          const { errorUpdateCount } = this.state
          this.#run = undefined
          this.#failedAt = performance.now()
          const failed = { error, isPending: false, isFetching: false, isInvalidated: true }
          this.#set({ ...failed, errorUpdateCount: errorUpdateCount + 1 })
          this.#removeLater()
          throw error
        }
        // Nobody should look at an empty screen until the last try has failed.
        if (this.state.isPending && failures === RETRIES - 1) this.#set({ error, isPending: false })
        await pause(FIRST_PAUSE_MS * 2 ** failures)
      }
    }
    return this.#laterResult()
  }

  /** The result of the load that began after this one. */
  #laterResult(): unknown {
    if (this.#run) return this.#run.promise
    if (this.state.data === undefined) throw new Error('The query was removed')
    return this.state.data
  }

  #set(change: Partial<QueryState>): void {
    this.state = { ...this.state, ...change }
    for (const { onChange } of [...this.#observers]) onChange()
    this.#onChange(this)
  }

  #removeLater(): void {
    clearTimeout(this.#removal)
    if (this.#observers.size > 0 || this.#run || this.#keptMs === Number.POSITIVE_INFINITY) return
    this.#removal = setTimeout(() => this.#onUnused(this), this.#keptMs)
  }
}

/** Whether another try may help: a refusal of the server is final, a failure is not. */
function failedServer(error: Error): boolean {
  return !(error instanceof ApiError) || error.status >= 500
}

/** A poor network loses one request and carries the next. Without a network, no other try is made. */
function lostOnTheWay(error: Error): boolean {
  return isNetworkFailure(error) && navigator.onLine !== false
}

/** While the page is hidden, the pause does not end, because nobody waits for the data. */
async function pause(ms: number): Promise<void> {
  await new Promise(resolve => setTimeout(resolve, ms))
  const { document } = globalThis
  if (document?.visibilityState !== 'hidden') return
  await new Promise(resolve => document.addEventListener('visibilitychange', resolve, { once: true }))
}
