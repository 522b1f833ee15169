import { Worker } from 'node:worker_threads'
import { ApiError } from '../../../../contract/calls/api-error.ts'
import { MINUTE } from '../../../../contract/time.ts'
import type { DatabaseLocation } from '../../../database/open.ts'
import type { Report, ReportName, ReportQuery } from './make-report.ts'
import type { ReportScope } from './report-scope.ts'
import type { Made, ReportRequest } from './report-thread.ts'
import { reportTurns, type Timed } from './report-turns.ts'

const KEPT_MS = MINUTE
const MOST_KEPT = 200

type WithZone<Name extends ReportName> = { report: Report<Name>; timeZone: string }
type Waiting = { resolve: (made: Timed<never>) => void; reject: (error: Error) => void }

/** Makes reports in a thread of their own, which begins with the first one. A report is kept for a minute. */
export type ReportRunner = {
  run<Name extends ReportName>(
    name: Name,
    query: ReportQuery<Name>,
    scope: ReportScope,
    now: number,
  ): Promise<WithZone<Name>>
  close(): Promise<void>
}

export function createReportRunner(place: DatabaseLocation): ReportRunner {
  const waiting = new Map<number, Waiting>()
  const inTurn = reportTurns()
  const kept = new Map<string, { until: number; made: Promise<never> }>()
  let worker: Worker | undefined
  let lastId = 0

  function started(): Worker {
    if (worker) return worker
    const { databaseUrl, databaseDirectUrl, dataDir } = place
    const workerData = { databaseUrl, databaseDirectUrl, dataDir } satisfies DatabaseLocation
    const thread = new Worker(new URL('report-thread.ts', import.meta.url), { workerData })
    thread.unref()
    thread.on('message', ({ id, made, tookMs, error }: Made) => {
      const asked = waiting.get(id)
      waiting.delete(id)
      if (made) asked?.resolve({ made: made as never, tookMs })
      else asked?.reject(errorOf(error ?? { message: 'no report' }))
    })
    // The next report begins a new one.
    const end = (error: Error) => {
      if (worker === thread) worker = undefined
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    }
    thread.on('error', end)
    thread.on('exit', () => end(new Error('the thread of the reports ended')))
    worker = thread
    return thread
  }

  function ask({ name, query, reach, now }: Omit<ReportRequest, 'id'>): Promise<Timed<never>> {
    return new Promise((resolve, reject) => {
      lastId += 1
      waiting.set(lastId, { resolve, reject })
      started().postMessage({ id: lastId, name, query, reach, now } satisfies ReportRequest)
    })
  }

  function evict(now: number): void {
    for (const [key, { until }] of kept) if (until <= now) kept.delete(key)
    const [oldest] = kept.keys()
    if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest)
  }

  return {
    run(name, query, scope, now) {
      const key = JSON.stringify([name, Object.entries(query).toSorted(), scope])
      evict(now)
      const known = kept.get(key)
      if (known) return known.made
      const made = inTurn(() => ask({ name, query, reach: scope.reach, now }))
      kept.set(key, { until: now + KEPT_MS, made })
      made.catch(() => kept.delete(key))
      return made
    },
    async close() {
      await worker?.terminate()
    },
  }
}

function errorOf({ code, message }: { code?: string; message: string }): Error {
  return code === undefined ? new Error(message) : new ApiError(code as ApiError['code'], { message })
}
