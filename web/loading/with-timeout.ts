/** Longer than a poor network takes for a small file. */
const LIMIT_MS = 4000

/** Rejects after a while, because some networks neither answer nor fail. The work behind `begun` goes on. */
export function withTimeout<T>(begun: Promise<T>, ms = LIMIT_MS): Promise<T> {
  return Promise.race([begun, new Promise<never>((_, reject) => setTimeout(reject, ms))])
}
