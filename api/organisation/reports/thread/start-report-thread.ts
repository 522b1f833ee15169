import { Worker } from 'node:worker_threads'
import { ApiError } from '../../../../contract/calls/api-error.ts'
import type { DatabaseLocation } from '../../../database/open.ts'
import type { Made, ReportRequest } from './report-thread.ts'
import type { Timed } from './report-turns.ts'

type Waiting = { resolve: (made: Timed<never>) => void; reject: (error: Error) => void }

/** The thread that makes reports. The first report starts it, and the next one after it ended starts another. */
export type ReportThread = {
  make(place: DatabaseLocation, report: NonNullable<ReportRequest['report']>): Promise<Timed<never>>
  /** Nobody asks for reports of this database any more. */
  close(place: DatabaseLocation): Promise<void>
}

/** A thread of one server, which ends with it. */
export function createReportThread(): ReportThread {
  const { ask, end } = threadOnDemand()
  return { make: (place, report) => ask({ place, report }), close: end }
}

/** A thread that several servers of one process share. It stays when one of them ends. */
export function createSharedReportThread(): ReportThread {
  const { ask, isRunning } = threadOnDemand()
  return {
    make: (place, report) => ask({ place, report }),
    close: async place => void (isRunning() && (await ask({ place }))),
  }
}

function threadOnDemand() {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let lastId = 0

  function started(): Worker {
    if (worker) return worker
    const thread = new Worker(new URL('report-thread.ts', import.meta.url))
    thread.unref()
    thread.on('message', ({ id, made, tookMs, error }: Made) => {
      const asked = waiting.get(id)
      waiting.delete(id)
      if (error) asked?.reject(errorOf(error))
      else asked?.resolve({ made: made as never, tookMs })
    })
    // The next report begins a new one.
    const ended = (error: Error) => {
      if (worker === thread) worker = undefined
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    }
    thread.on('error', ended)
    thread.on('exit', () => ended(new Error('the thread of the reports ended')))
    worker = thread
    return thread
  }

  function ask({ place, report }: Omit<ReportRequest, 'id'>): Promise<Timed<never>> {
    const { databaseUrl, databaseDirectUrl = '', dataDir } = place
    return new Promise((resolve, reject) => {
      lastId += 1
      waiting.set(lastId, { resolve, reject })
      const request: ReportRequest = { id: lastId, place: { databaseUrl, databaseDirectUrl, dataDir } }
      started().postMessage(report ? { ...request, report } : request)
    })
  }

  return {
    ask,
    isRunning: () => worker !== undefined,
    async end(): Promise<void> {
      await worker?.terminate()
    },
  }
}

function errorOf({ code, message }: { code?: string; message: string }): Error {
  return code === undefined ? new Error(message) : new ApiError(code as ApiError['code'], { message })
}
