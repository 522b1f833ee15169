import { ApiError, type ErrorCode } from '../../contract/calls/api-error.ts'
import { SECOND } from '../../contract/time.ts'

/** At most `max` times within `perMs`, from the first time. `code`: the code of the error, whose status is 429. */
export type Allowance = { max: number; perMs: number; code?: ErrorCode }

/** How often something was used since `started_at` (epoch ms). */
export type UseCount = { count: number; started_at: number }

/** A 429 if this use is one too many. */
export function errorIfUsedUp(
  { count, started_at }: UseCount,
  { max, perMs, code = 'auth/too-many-requests' }: Allowance,
  now: number,
): ApiError | undefined {
  if (count <= max) return undefined
  return new ApiError(code, { retryAfter: Math.ceil((started_at + perMs - now) / SECOND) })
}

/** The most keys counted by a process; first in, first out. */
const MAX_COUNTED = 20_000

/** Returns a function that counts one use of a key, in this process only. */
export function createUseCounter(perMs: number): (key: string, now: number) => UseCount {
  const uses = new Map<string, UseCount>()

  function begin(key: string, now: number): UseCount {
    uses.delete(key)
    if (uses.size >= MAX_COUNTED) uses.delete(uses.keys().next().value as string)
    const use = { count: 1, started_at: now }
    uses.set(key, use)
    return use
  }

  return (key, now) => {
    const own = uses.get(key)
    // The count began later than now if the clock was set back.
    if (!own || own.started_at <= now - perMs || own.started_at > now) return begin(key, now)
    own.count++
    return own
  }
}
