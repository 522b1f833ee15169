import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { ApiError } from '../../../../contract/calls/api-error.ts'
import type { Reach } from '../../../../contract/team-roles.ts'
import { type DatabaseLocation, openDatabase } from '../../../database/open.ts'
import type { Db } from '../../../database/tables.ts'
import { makeReport, type ReportName } from './make-report.ts'

// On Linux this is the priority of the thread alone: the calls of learners go first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

/** A request for a report on one database. Without `report`, the thread closes its connections to this database. */
export type ReportRequest = {
  id: number
  place: DatabaseLocation
  report?: { name: ReportName; query: unknown; reach: Reach; now: number }
}
export type ReportReply = {
  id: number
  tookMs: number
  made?: Awaited<ReturnType<typeof makeReport>> | undefined
  error?: { code?: string; message: string }
}

/** The thread has its own connections, because SQLite would otherwise stop all requests while it reads. */
const databases = new Map<string, Promise<Db>>()

parentPort?.on('message', async ({ id, place, report }: ReportRequest) => {
  const began = performance.now()
  const done = await (report ? make(place, report) : leave(place)).then(
    made => ({ made }),
    (error: Error) => ({
      error:
        error instanceof ApiError ? { code: error.code, message: error.message } : { message: String(error.stack) },
    }),
  )
  parentPort?.postMessage({ id, tookMs: performance.now() - began, ...done } satisfies ReportReply)
})

async function make(place: DatabaseLocation, { name, query, reach, now }: NonNullable<ReportRequest['report']>) {
  return makeReport(await openOnce(place), name, query, { reach, now })
}

function openOnce(place: DatabaseLocation): Promise<Db> {
  const key = JSON.stringify(place)
  const known = databases.get(key)
  if (known) return known
  const opening = openDatabase(place)
  databases.set(key, opening)
  opening.catch(() => databases.delete(key))
  return opening
}

async function leave(place: DatabaseLocation): Promise<undefined> {
  const key = JSON.stringify(place)
  const opened = databases.get(key)
  databases.delete(key)
  await (await opened)?.destroy()
}
