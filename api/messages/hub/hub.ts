/** Wakes those who wait for news. A key is the uid of a learner, or stands for an inbox (`inboxKey`). */
export type Hub = {
  /** Begins to listen, so that nothing between a look and the wait is missed. */
  subscribe(key: string): Subscription
  /** In this order. */
  publish(keys: readonly string[]): void
  /** Whether somebody in this process listens for this key now. */
  hasSubscribers(key: string): boolean
  /** Long polls are to be answered now. */
  isClosed(): boolean
  /** Wakes everybody, now and from now on: every long poll is answered before the process exits. */
  close(): Promise<void>
}

export type Subscription = {
  /** Listens to these, too. Whether any of them is new: what is known of them may be older than the listening. */
  also(keys: readonly string[]): boolean
  /** Resolves when there was news since `listen` or since it last resolved, or after so many ms, or when the signal says that nobody waits any more. */
  news(ms: number, signal: AbortSignal): Promise<void>
  stop(): void
}

export function inboxKey(responderId: number): string {
  return `responder ${responderId}`
}

/** For one process. */
export function memoryHub(): Hub & { wakeAll(): void } {
  const listeners = new Map<string, Set<Listener>>()
  const everybody = new Set<Listener>()
  let isClosed = false

  function wakeAll(): void {
    wakeInTurns([...everybody])
  }

  return {
    subscribe(key) {
      const listener = new Listener()
      const subscribed = new Set<string>()
      const also = (more: readonly string[]) => {
        const fresh = more.filter(key => !subscribed.has(key))
        for (const one of fresh) {
          subscribed.add(one)
          listeners.set(one, (listeners.get(one) ?? new Set()).add(listener))
        }
        return fresh.length > 0
      }
      if (isClosed) listener.wake()
      everybody.add(listener)
      also([key])
      return {
        also,
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
    publish(keys) {
      wakeInTurns(keys.flatMap(key => [...(listeners.get(key) ?? [])]))
    },
    hasSubscribers: key => listeners.has(key),
    isClosed: () => isClosed,
    wakeAll,
    async close() {
      isClosed = true
      wakeAll()
    },
  }
}

/**
 * All are awake at once, and each goes in a turn of the event loop of its own: on SQLite the first has its answer before the
 * next looks, and other requests are served in between. Of many immediates at once none would let anybody in.
 */
function wakeInTurns(listeners: readonly Listener[]): void {
  inTurns(listeners.flatMap(listener => listener.wake() ?? []))
}

function inTurns(goes: readonly (() => void)[], at = 0): void {
  const go = goes[at]
  if (!go) return
  setImmediate(() => {
    go()
    inTurns(goes, at + 1)
  })
}

class Listener {
  #isAwake = false
  #resolve: (() => void) | undefined

  /** Answers a function that wakes a waiting long poll; undefined where none waits. */
  wake(): (() => void) | undefined {
    this.#isAwake = true
    const go = this.#resolve
    this.#resolve = undefined
    return go
  }

  async news(ms: number, signal: AbortSignal): Promise<void> {
    if (!this.#isAwake && !signal.aborted) await this.#wait(ms, signal)
    this.#isAwake = false
  }

  async #wait(ms: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#resolve = resolve
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => resolve(), { once: true })
    await promise
    clearTimeout(timer)
  }
}
