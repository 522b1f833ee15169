const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 60_000

/** Counts how often in a row sending has failed. If an item has been sent since the last try, the network works. */
export function failuresInRow(failures: number, before: readonly string[], now: readonly string[]): number {
  const hasSent = before.some(id => !now.includes(id))
  return hasSent ? 1 : failures + 1
}

/**
 * The pause before the next try (ms): twice as long after each failure. `chance` is 0 to 1, so that not all browsers
 * come back at the same moment.
 */
export function retryPause(failures: number, firstMs = FIRST_PAUSE_MS, chance = Math.random()): number {
  const full = Math.min(LONGEST_PAUSE_MS, firstMs * 2 ** Math.max(0, failures - 1))
  return full / 2 + (chance * full) / 2
}
