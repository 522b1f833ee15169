import { ApiError } from '../../../../contract/calls/api-error.ts'
import type { DatabaseLocation } from '../../../database/open.ts'
import { threadOnDemand } from '../../../http/queues/thread-on-demand.ts'
import type { ReportReply, ReportRequest } from './report-thread.ts'
import type { Timed } from './report-turns.ts'

/** The thread that makes reports. The first report starts it, and the next one after it ended starts another. */
export type ReportThread = {
  make(place: DatabaseLocation, report: NonNullable<ReportRequest['report']>): Promise<Timed<never>>
  /** Call it when nobody asks for reports of this database any more. */
  close(place: DatabaseLocation): Promise<void>
}

/** A thread of one server, which ends with it. */
export function createReportThread(): ReportThread {
  const { ask, end } = reportThread()
  return { make: (place, report) => ask({ place, report }), close: end }
}

/** A thread that several servers of one process share. It stays when one of them ends. */
export function createSharedReportThread(): ReportThread {
  const { ask, isRunning } = reportThread()
  return {
    make: (place, report) => ask({ place, report }),
    close: async place => void (isRunning() && (await ask({ place }))),
  }
}

function reportThread() {
  const thread = threadOnDemand<ReportRequest, ReportReply>(new URL('report-thread.ts', import.meta.url), {
    what: 'the thread of the reports',
  })

  async function ask({ place, report }: Omit<ReportRequest, 'id'>): Promise<Timed<never>> {
    const { databaseUrl, databaseDirectUrl = '', dataDir } = place
    const request = { place: { databaseUrl, databaseDirectUrl, dataDir } }
    const { made, tookMs, error } = await thread.ask(report ? { ...request, report } : request)
    if (error) throw errorOf(error)
    return { made: made as never, tookMs }
  }

  return { ...thread, ask }
}

function errorOf({ code, message }: { code?: string; message: string }): Error {
  return code === undefined ? new Error(message) : new ApiError(code as ApiError['code'], { message })
}
