import type { PublishedMessage } from './published-message.ts'

/** Publish and subscribe for long polls. A key is the uid of a learner, or stands for an inbox (`inboxKey`). */
export type Hub = {
  /** Subscribe before the query, so that nothing between query and wait is missed. */
  subscribe(key: string): HubSubscription
  /** Wakes the subscribers in this order. `published`: nothing but this message is new. */
  publish(keys: readonly string[], published?: PublishedMessage): void
  /** `watcher` is called at each publish, before anybody is woken. */
  watch(watcher: Watcher): void
  /** Whether this process receives what other processes publish. */
  hearsAll(): boolean
  /** Whether this process has subscribers of the key. */
  hasSubscribers(key: string): boolean
  /** Long polls that are open in this process. */
  subscribers(): number
  /** Whether all long polls have to reply now. */
  isClosed(): boolean
  /** Ends all long polls now, and each later one at once, so that all are answered before the process exits. */
  close(): Promise<void>
}

/** Without keys anything may have changed. */
export type Watcher = (keys: readonly string[] | undefined, published: PublishedMessage | undefined) => void

export type HubSubscription = {
  /**
   * Subscribes to more keys. Returns whether any key is new. Then query again: what was read for this key may be older
   * than the subscription.
   */
  addKeys(keys: readonly string[]): boolean
  /**
   * Resolves after a publish since `subscribe` or since it last resolved, after `ms`, or when the signal aborts.
   */
  news(ms: number, signal: AbortSignal): Promise<void>
  stop(): void
}

export function inboxKey(mentorId: number): string {
  return `responder ${mentorId}`
}

/** A hub for a single process. */
export function memoryHub(): Hub & { wakeAll(): void } {
  const listeners = new Map<string, Set<Listener>>()
  const everybody = new Set<Listener>()
  const watchers: Watcher[] = []
  let isClosed = false

  function wakeAll(): void {
    for (const watcher of watchers) watcher(undefined, undefined)
    wakeInTurns([...everybody])
  }

  return {
    subscribe(key) {
      const listener = new Listener()
      const subscribed = new Set<string>()
      const addKeys = (more: readonly string[]) => {
        const fresh = more.filter(key => !subscribed.has(key))
        for (const one of fresh) {
          subscribed.add(one)
          listeners.set(one, (listeners.get(one) ?? new Set()).add(listener))
        }
        return fresh.length > 0
      }
      if (isClosed) listener.wake()
      everybody.add(listener)
      addKeys([key])
      return {
        addKeys,
        news: (ms, signal) => listener.news(ms, signal),
        stop() {
          everybody.delete(listener)
          for (const one of subscribed) {
            const others = listeners.get(one)
            others?.delete(listener)
            if (others?.size === 0) listeners.delete(one)
          }
        },
      }
    },
    watch: watcher => void watchers.push(watcher),
    hearsAll: () => true,
    publish(keys, published) {
      for (const watcher of watchers) watcher(keys, published)
      wakeInTurns(keys.flatMap(key => [...(listeners.get(key) ?? [])]))
    },
    hasSubscribers: key => listeners.has(key),
    subscribers: () => everybody.size,
    isClosed: () => isClosed,
    wakeAll,
    async close() {
      isClosed = true
      wakeAll()
    },
  }
}

/**
 * Wakes all listeners, each in its own turn of the event loop. On SQLite, the first one has its reply before the next
 * one queries, and other requests are served in between. Many calls of setImmediate at once would let no other request
 * in.
 */
function wakeInTurns(listeners: readonly Listener[]): void {
  inTurns(listeners.flatMap(listener => listener.wake() ?? []))
}

function inTurns(calls: readonly (() => void)[], at = 0): void {
  const call = calls[at]
  if (!call) return
  setImmediate(() => {
    call()
    inTurns(calls, at + 1)
  })
}

class Listener {
  #isAwake = false
  #resolve: (() => void) | undefined

  /** Returns a function that wakes a waiting long poll; undefined if none waits. */
  wake(): (() => void) | undefined {
    this.#isAwake = true
    const resolve = this.#resolve
    this.#resolve = undefined
    return resolve
  }

  async news(ms: number, signal: AbortSignal): Promise<void> {
    if (!this.#isAwake && !signal.aborted) await this.#wait(ms, signal)
    this.#isAwake = false
  }

  async #wait(ms: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#resolve = resolve
    const timer = setTimeout(resolve, ms)
    const end = () => resolve()
    signal.addEventListener('abort', end)
    await promise
    // A long poll may wait many times.
    signal.removeEventListener('abort', end)
    clearTimeout(timer)
  }
}
