import { languageCodes } from '../../../contract/languages.ts'
import { getAuditLog } from '../../../contract/organisation/log/audit-log.ts'
import { record } from '../../audit-log/audit-log.ts'
import type { Db } from '../../database/tables.ts'
import { type Route, serveBytes } from '../../http/serve.ts'
import { reportSettings } from '../reports/days/report-settings.ts'
import { consumeFile, datedName, sendTable } from '../reports/files/send-table.ts'
import { allLinesOf, linesOf } from './log-lines.ts'
import { markOutdated } from './outdated.ts'

/** The audit log, as pages or as a file. Downloading the file is itself a line of the log. */
export function logRoutes({ db, now, limitFactor }: { db: Db; now: () => number; limitFactor: number }): Route[] {
  return [
    serveBytes(
      getAuditLog,
      async ({ query: { format, reader = languageCodes[0], ...query }, user: { uid }, reply }) => {
        if (!format) {
          const { lines, hasMore } = await linesOf(db, query)
          return reply.send({ success: true, data: { lines: await markOutdated(db, lines), hasMore } })
        }
        const at = now()
        await consumeFile(db, { uid, limitFactor }, at)
        const { logTable } = await import('./log-table.ts')
        const { timeZone } = await reportSettings(db)
        const table = await logTable(allLinesOf(db, query), reader, timeZone)
        await record(db, { uid, side: 'browser' }, { action: 'report-saved', details: { report: 'log' } }, at)
        return sendTable(reply, table, { name: datedName('log', at), format })
      },
    ),
  ]
}
