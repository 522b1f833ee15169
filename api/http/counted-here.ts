import { ApiError } from '../../contract/calls/api-error.ts'
import { SECOND } from '../../contract/time.ts'
import type { Limit } from './limits.ts'

/** The most people counted by a process; first in, first out. */
const MOST_COUNTED = 20_000

/**
 * Counts in this process only, for calls so frequent and cheap that a row for each would cost more than the call. With
 * several processes the limit is that many times higher. Throws like `consume`.
 */
export function countedHere({ max, perMs }: Pick<Limit, 'max' | 'perMs'>): (uid: string, now: number) => void {
  const counts = new Map<string, { startedAt: number; count: number }>()

  function begin(uid: string, now: number): void {
    counts.delete(uid)
    if (counts.size >= MOST_COUNTED) counts.delete(counts.keys().next().value as string)
    counts.set(uid, { startedAt: now, count: 1 })
  }

  return (uid, now) => {
    const own = counts.get(uid)
    // It began later than now if the clock was set back.
    if (!own || own.startedAt <= now - perMs || own.startedAt > now) return begin(uid, now)
    own.count++
    if (own.count <= max) return
    throw new ApiError('auth/too-many-requests', { retryAfter: Math.ceil((own.startedAt + perMs - now) / SECOND) })
  }
}
