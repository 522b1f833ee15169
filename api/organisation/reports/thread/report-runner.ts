import { MINUTE } from '../../../../contract/time.ts'
import type { DatabaseLocation } from '../../../database/open.ts'
import type { Report, ReportName, ReportQuery } from './make-report.ts'
import type { ReportScope } from './report-scope.ts'
import { reportTurns } from './report-turns.ts'
import { createReportThread, type ReportThread } from './start-report-thread.ts'

const KEPT_MS = MINUTE
const MAX_KEPT = 200

type WithZone<Name extends ReportName> = { report: Report<Name>; timeZone: string }

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

export function createReportRunner(place: DatabaseLocation, thread: ReportThread = createReportThread()): ReportRunner {
  const inTurn = reportTurns()
  const kept = new Map<string, { until: number; made: Promise<never> }>()

  function evict(now: number): void {
    for (const [key, { until }] of kept) if (until <= now) kept.delete(key)
    const [oldest] = kept.keys()
    if (kept.size >= MAX_KEPT && oldest !== undefined) kept.delete(oldest)
  }

  return {
    run(name, query, scope, now) {
      const key = JSON.stringify([name, Object.entries(query).toSorted(), scope])
      evict(now)
      const known = kept.get(key)
      if (known) return known.made
      const made = inTurn(() => thread.make(place, { name, query, reach: scope.reach, now }))
      kept.set(key, { until: now + KEPT_MS, made })
      made.catch(() => kept.delete(key))
      return made
    },
    close: () => thread.close(place),
  }
}
