import { use } from 'react'
import { thisBuild } from '../loading/load-chunk.ts'
import { retryPause } from '../loading/retry-pause.ts'

/** A chunk of the program that is loaded when it is first needed, or before. */
export type Lazy<T> = { load(): Promise<T> }

type Tracked<T> = Promise<T> & { status?: 'fulfilled'; value?: T }

export function lazy<T>(fetchIt: () => Promise<T>): Lazy<T> {
  let fetched: Tracked<T> | undefined
  return {
    load() {
      fetched ??= fetchIt().then(
        value => {
          // React reads this field without suspending, so a loaded page does not flicker.
          if (fetched) Object.assign(fetched, { status: 'fulfilled', value })
          return value
        },
        error => {
          // The next try asks the network again.
          fetched = undefined
          throw error
        },
      )
      return fetched
    },
  }
}

/**
 * A part of a screen: it is tried again until it is loaded. An error would take the place of the whole screen, although
 * a person can go on with the rest of it. The screen itself tells of a newer build.
 */
export function lazyPart<T>(fetchIt: () => Promise<T>): Lazy<T> {
  return lazy(() => untilLoaded(fetchIt))
}

async function untilLoaded<T>(load: () => Promise<T>): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await load()
    } catch (reason) {
      if (thisBuild.isGone) throw reason
      const stop = new AbortController()
      await new Promise(resolve => {
        setTimeout(resolve, retryPause(failures))
        addEventListener('online', resolve, { signal: stop.signal })
      })
      stop.abort()
    }
  }
}

/** Suspends until it is loaded. */
export function useLazy<T>(chunk: Lazy<T>): T {
  return use(loadForRender(chunk))
}

const FAILED_FOR_MS = 100
const failed = new WeakMap<Lazy<unknown>, Promise<unknown>>()

/**
 * React renders again right after a failure. It gets the same failure then, or it would ask the network without end.
 */
export function loadForRender<T>(chunk: Lazy<T>): Promise<T> {
  const known = failed.get(chunk)
  if (known) return known as Promise<T>
  const loading = chunk.load()
  loading.catch(() => {
    failed.set(chunk, loading)
    setTimeout(() => failed.delete(chunk), FAILED_FOR_MS)
  })
  return loading
}
