import { type Allowance, createUseCounter, errorIfUsedUp } from './uses.ts'

/**
 * Counts in this process only, for calls so frequent and cheap that a row for each would cost more than the call. With
 * three processes, a person has three times the limit. Throws like `consume`.
 */
export function inMemoryLimiter(allowance: Allowance): (uid: string, now: number) => void {
  const count = createUseCounter(allowance.perMs)
  return (uid, now) => {
    const error = errorIfUsedUp(count(uid, now), allowance, now)
    if (error) throw error
  }
}
