const FIRST_PAUSE_MS = 1000
const MAX_PAUSE_MS = 60_000

/**
 * The pause before the next try (ms): twice as long after each failure. `chance` is 0 to 1, so that not all browsers
 * come back at the same moment.
 */
export function retryPause(failures: number, firstMs = FIRST_PAUSE_MS, chance = Math.random()): number {
  const full = Math.min(MAX_PAUSE_MS, firstMs * 2 ** Math.max(0, failures - 1))
  return full / 2 + (chance * full) / 2
}
