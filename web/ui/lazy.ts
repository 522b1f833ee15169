import { use } from 'react'

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

/** Suspends until it is loaded. */
export function useLazy<T>(chunk: Lazy<T>): T {
  return use(forRender(chunk))
}

const FAILED_FOR_MS = 100
const failed = new WeakMap<Lazy<unknown>, Promise<unknown>>()

/** React renders again right after a failure. It gets the same failure then, or it would ask the network without end. */
export function forRender<T>(chunk: Lazy<T>): Promise<T> {
  const known = failed.get(chunk)
  if (known) return known as Promise<T>
  const loading = chunk.load()
  loading.catch(() => {
    failed.set(chunk, loading)
    setTimeout(() => failed.delete(chunk), FAILED_FOR_MS)
  })
  return loading
}
