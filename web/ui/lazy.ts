import { use } from 'react'

/** A chunk of the program that is fetched when it is first needed, or ahead of that. */
export type Lazy<T> = { load(): Promise<T> }

type Tracked<T> = Promise<T> & { status?: 'fulfilled'; value?: T }

export function lazy<T>(fetchIt: () => Promise<T>): Lazy<T> {
  let fetched: Tracked<T> | undefined
  return {
    load() {
      fetched ??= fetchIt().then(
        value => {
          // So marked, React uses it without waiting a turn: a page that is here does not flicker.
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

/** Suspends until it is here. */
export function useLazy<T>(chunk: Lazy<T>): T {
  return use(chunk.load())
}
