import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE } from '../../../contract/time.ts'
import type { Authenticate } from '../bearer.ts'
import { errorIfUsedUp } from '../uses.ts'

/** A phone that comes back from a week without a network sends some hundred calls at once. */
const CALLS_PER_MINUTE = 1200
/** A refusal comes late: a program that asks again at once would take the time of others even by its refused calls. */
const REFUSED_AFTER_MS = 1000

type Deps = { authenticate: Authenticate; limitFactor: number; now: () => number }

/**
 * Counts the calls of each person in this process, so that the program of one person cannot take the time of others.
 * `waiting`: how many calls are waiting for their refusal.
 */
export function limitCallsOfPerson({ authenticate, limitFactor, now }: Deps): {
  authenticate: Authenticate
  waiting: () => number
} {
  const allowance = { max: CALLS_PER_MINUTE * limitFactor, perMs: MINUTE }
  // One minute for all people: so a person needs only a number, and all numbers are deleted together.
  let calls = new Map<string, number>()
  let startedAt = 0
  let waiting = 0

  function count(uid: string) {
    const at = now()
    // The minute began later than now if the clock was set back.
    if (startedAt > at || startedAt + MINUTE <= at) {
      calls = new Map()
      startedAt = at
    }
    const count = (calls.get(uid) ?? 0) + 1
    calls.set(uid, count)
    return errorIfUsedUp({ count, started_at: startedAt }, allowance, at)
  }

  return {
    waiting: () => waiting,
    async authenticate(token) {
      const user = await authenticate(token)
      const error = user && count(user.uid)
      if (!error) return user
      waiting += 1
      await sleep(REFUSED_AFTER_MS)
      waiting -= 1
      throw error
    },
  }
}
