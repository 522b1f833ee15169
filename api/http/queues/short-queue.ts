import { ApiError } from '../../../contract/calls/api-error.ts'

/** Runs `atOnce` tasks at a time and lets `waiting` more wait; a further call is asked to come later. */
export function shortQueue({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  const line: (() => void)[] = []
  let running = 0

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (line.length >= waiting) throw new ApiError('unavailable', { retryAfter: 5 })
      // A finished task gives its place to the next one, so `running` stays as it is.
      await new Promise<void>(resolve => line.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      const next = line.shift()
      if (next) next()
      else running--
    }
  }
}
