import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE } from '../../../contract/time.ts'
import type { Authenticate } from '../bearer.ts'
import { countedHere } from '../counted-here.ts'

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
  const count = countedHere({ max: CALLS_PER_MINUTE * limitFactor, perMs: MINUTE })
  let waiting = 0

  return {
    waiting: () => waiting,
    async authenticate(token) {
      const user = await authenticate(token)
      try {
        if (user) count(user.uid, now())
      } catch (error) {
        waiting += 1
        await sleep(REFUSED_AFTER_MS)
        waiting -= 1
        throw error
      }
      return user
    },
  }
}
