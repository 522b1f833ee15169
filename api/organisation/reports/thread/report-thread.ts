import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { ApiError } from '../../../../contract/calls/api-error.ts'
import type { Reach } from '../../../../contract/team-roles.ts'
import { openDatabase } from '../../../database/open.ts'
import { makeReport, type ReportName } from './make-report.ts'

/** A thread with a connection of its own: SQLite would otherwise stop all requests while it reads. */
const db = await openDatabase(workerData)
// On Linux this is the priority of the thread alone: the calls of learners go first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

export type ReportRequest = { id: number; name: ReportName; query: unknown; reach: Reach; now: number }
export type Made = {
  id: number
  tookMs: number
  made?: Awaited<ReturnType<typeof makeReport>>
  error?: { code?: string; message: string }
}

parentPort?.on('message', async ({ id, name, query, reach, now }: ReportRequest) => {
  const began = performance.now()
  const made = await makeReport(db, name, query, { reach, now }).then(
    made => ({ made }),
    (error: Error) => ({
      error:
        error instanceof ApiError ? { code: error.code, message: error.message } : { message: String(error.stack) },
    }),
  )
  parentPort?.postMessage({ id, tookMs: performance.now() - began, ...made } satisfies Made)
})
