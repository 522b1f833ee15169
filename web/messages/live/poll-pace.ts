import { retryPause } from '../../loading/retry-pause.ts'

/** The specification's pause for a server without long polls. */
export const POLL_MS = 2000

const FIRST_WAIT_S = 25
/** Longer while nothing happens: one long poll of a minute is cheaper than two. Proxies give up after a minute. */
const MAX_WAIT_S = 50
const HIDDEN_PAUSE_MS = 20_000

/** How a poll ended. */
export type PollEnd = 'news' | 'nothing' | 'failed'

export type Pace = {
  /** Seconds that the next poll asks to wait. */
  waitSeconds: number
  /** Failed polls in a row. */
  failures: number
}

export const firstPace: Pace = { waitSeconds: FIRST_WAIT_S, failures: 0 }

export function nextPace({ waitSeconds, failures }: Pace, ending: PollEnd): Pace {
  if (ending === 'failed') return { waitSeconds, failures: failures + 1 }
  const longer = Math.min(MAX_WAIT_S, waitSeconds * 2)
  return { waitSeconds: ending === 'news' ? FIRST_WAIT_S : longer, failures: 0 }
}

type After = {
  failures: number
  /** Whether the server offers long polls. */
  isHeld: boolean
  ending: PollEnd
  tookMs: number
  isHidden: boolean
  /** A random number from 0 to 1, as in `retryPause`. */
  chance: number
}

/** The pause before the next poll (ms). */
export function pauseMs({ failures, isHeld, ending, tookMs, isHidden, chance }: After): number {
  if (failures > 0) return retryPause(failures, POLL_MS, chance)
  if (isHidden) return HIDDEN_PAUSE_MS
  // A poll that returned at once without news was not a long poll, whatever the reason.
  if (isHeld && (ending === 'news' || tookMs >= POLL_MS)) return 0
  return Math.max(0, POLL_MS - tookMs)
}
