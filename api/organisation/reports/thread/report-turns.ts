import { cpus } from 'node:os'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/** If the event loop works for more than this share of the time, learners wait for the server. */
const BUSY_SHARE = 0.2
/** If fewer processors are idle, a report slows the calls of learners. The database may be on the same machine. */
const FEWEST_IDLE_PROCESSORS = 0.5
/** The next report waits this many times as long as the last one took. */
const REST_TIMES = 2
const MAX_REST_MS = 3000
/** Nobody notices a shorter report, so no rest follows it. */
const SHORT_MS = 100

type Options = {
  /** Begins to measure. Returns a function that tells whether the server was busy since then. */
  measureLoad?: () => () => boolean
  rest?: (ms: number) => Promise<unknown>
}

/** `tookMs` does not count the start of the thread. */
export type Timed<Made> = { made: Made; tookMs: number }

/**
 * Makes one report after the other: several at once would take all processors from the calls of learners. While the
 * server is busy, the next one waits longer than the last one took, because PostgreSQL has no priorities.
 */
export function reportTurns({ measureLoad = loadFromNow, rest = restFor }: Options = {}) {
  let last: Promise<unknown> = Promise.resolve()

  async function makeAndRest<Made>(
    make: () => Promise<Timed<Made>>,
    made: (outcome: Promise<Made>) => void,
  ): Promise<void> {
    const wasBusy = measureLoad()
    const outcome = make()
    made(outcome.then(({ made }) => made))
    const { tookMs } = await outcome.catch(() => ({ tookMs: 0 }))
    if (tookMs >= SHORT_MS && wasBusy()) await rest(Math.min(REST_TIMES * tookMs, MAX_REST_MS))
  }

  return function inTurn<Made>(make: () => Promise<Timed<Made>>): Promise<Made> {
    return new Promise(resolve => {
      last = last.then(() => makeAndRest(make, resolve))
    })
  }
}

function loadFromNow(): () => boolean {
  const before = { loop: performance.eventLoopUtilization(), idle: idleMs(), at: performance.now() }
  return () => {
    const { utilization } = performance.eventLoopUtilization(before.loop)
    const idleProcessors = (idleMs() - before.idle) / (performance.now() - before.at)
    return utilization > BUSY_SHARE || idleProcessors < FEWEST_IDLE_PROCESSORS
  }
}

/** The idle time of all processors together. */
function idleMs(): number {
  return cpus().reduce((sum, { times }) => sum + times.idle, 0)
}

/** A rest does not keep the process from ending. */
function restFor(ms: number): Promise<void> {
  return sleep(ms, undefined, { ref: false })
}
