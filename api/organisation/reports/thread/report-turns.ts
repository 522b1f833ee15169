import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/** A server whose main thread works more than this part of the time has learners who wait for it. */
const BUSY = 0.2
/** How long the next report waits, in times of what the last one took. */
const REST_TIMES = 2
const LONGEST_REST_MS = 3000

type Options = {
  /** Whether learners kept the server busy since the last question. */
  isBusy?: () => boolean
  rest?: (ms: number) => Promise<unknown>
  clock?: () => number
}

/**
 * Makes one report after the other: several at once would take all processors from the calls of learners. While the
 * server is busy, the next one waits longer than the last one took, because PostgreSQL has no priorities.
 */
export function reportTurns({ isBusy = busySince(), rest = restFor, clock = () => performance.now() }: Options = {}) {
  let last: Promise<unknown> = Promise.resolve()

  async function makeAndRest<Made>(make: () => Promise<Made>, made: (outcome: Promise<Made>) => void): Promise<void> {
    isBusy()
    const began = clock()
    const outcome = make()
    made(outcome)
    await outcome.catch(() => {})
    const tookMs = clock() - began
    if (isBusy()) await rest(Math.min(REST_TIMES * tookMs, LONGEST_REST_MS))
  }

  return function inTurn<Made>(make: () => Promise<Made>): Promise<Made> {
    return new Promise(resolve => {
      last = last.then(() => makeAndRest(make, resolve))
    })
  }
}

/** Asks for the utilization of the event loop since it asked before. */
function busySince(): () => boolean {
  let before = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    return utilization > BUSY
  }
}

/** A rest does not keep the process from ending. */
function restFor(ms: number): Promise<void> {
  return sleep(ms, undefined, { ref: false })
}
