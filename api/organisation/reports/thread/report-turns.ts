import { cpus } from 'node:os'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/** A server whose main thread works more than this part of the time has learners who wait for it. */
const BUSY = 0.2
/** With fewer processors free, also on a database server that shares the machine, a report slows the calls of learners. */
const FREE_PROCESSORS = 0.5
/** How long the next report waits, in times of what the last one took. */
const REST_TIMES = 2
const LONGEST_REST_MS = 3000
/** A shorter report is noticed by nobody. */
const SHORT_MS = 100

type Options = {
  /** Whether learners kept the server busy since the last question. */
  isBusy?: () => boolean
  rest?: (ms: number) => Promise<unknown>
}

/** `tookMs` leaves out the time to start the thread. */
export type Timed<Made> = { made: Made; tookMs: number }

/**
 * Makes one report after the other: several at once would take all processors from the calls of learners. While the
 * server is busy, the next one waits longer than the last one took, because PostgreSQL has no priorities.
 */
export function reportTurns({ isBusy = busySince(), rest = restFor }: Options = {}) {
  let last: Promise<unknown> = Promise.resolve()

  async function makeAndRest<Made>(
    make: () => Promise<Timed<Made>>,
    made: (outcome: Promise<Made>) => void,
  ): Promise<void> {
    isBusy()
    const outcome = make()
    made(outcome.then(({ made }) => made))
    const { tookMs } = await outcome.catch(() => ({ tookMs: 0 }))
    if (tookMs >= SHORT_MS && isBusy()) await rest(Math.min(REST_TIMES * tookMs, LONGEST_REST_MS))
  }

  return function inTurn<Made>(make: () => Promise<Timed<Made>>): Promise<Made> {
    return new Promise(resolve => {
      last = last.then(() => makeAndRest(make, resolve))
    })
  }
}

/** Asks how much the event loop and the machine had to do since it was asked before. */
function busySince(): () => boolean {
  let before = { loop: performance.eventLoopUtilization(), idle: idleMs(), at: performance.now() }
  return () => {
    const now = { loop: performance.eventLoopUtilization(), idle: idleMs(), at: performance.now() }
    const { utilization } = performance.eventLoopUtilization(now.loop, before.loop)
    const free = (now.idle - before.idle) / (now.at - before.at)
    before = now
    return utilization > BUSY || free < FREE_PROCESSORS
  }
}

/** Of all processors together. */
function idleMs(): number {
  return cpus().reduce((sum, { times }) => sum + times.idle, 0)
}

/** A rest does not keep the process from ending. */
function restFor(ms: number): Promise<void> {
  return sleep(ms, undefined, { ref: false })
}
