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
  return use(chunk.load())
}
