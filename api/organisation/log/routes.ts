import { languageCodes } from '../../../contract/languages.ts'
import { getAuditLog } from '../../../contract/organisation/log/audit-log.ts'
import { record } from '../../audit-log/audit-log.ts'
import type { Db } from '../../database/tables.ts'
import { type Route, serveBytes } from '../../http/serve.ts'
import { dayOf } from '../reports/days/days.ts'
import { reportSettings } from '../reports/days/report-settings.ts'
import { consumeFile, sendTable } from '../reports/files/send-table.ts'
import { allLinesOf, filterOf, linesOf, loggedPerson } from './log-lines.ts'
import { markOutdated } from './outdated.ts'

/** The audit log, as pages or as a file. Downloading the file is itself a line of the log. */
export function logRoutes({ db, now, limitFactor }: { db: Db; now: () => number; limitFactor: number }): Route[] {
  return [
    serveBytes(
      getAuditLog,
      async ({ query: { format, reader = languageCodes[0], ...query }, user: { uid }, reply }) => {
        const { timeZone } = await reportSettings(db)
        const filter = filterOf(query, timeZone)
        if (!format) {
          const { lines, hasMore } = await linesOf(db, filter)
          const person = query.uid === undefined ? undefined : await loggedPerson(db, query.uid)
          const data = { lines: await markOutdated(db, lines), hasMore, person, timeZone }
          return reply.send({ success: true, data })
        }
        const at = now()
        await consumeFile(db, { uid, limitFactor }, at)
        const { logTable } = await import('./log-table.ts')
        const table = await logTable(allLinesOf(db, filter), reader, timeZone)
        await record(db, { uid, side: 'browser' }, { action: 'report-saved', details: { report: 'log' } }, at)
        return sendTable(reply, table, { name: `log-${dayOf(at, timeZone)}`, format })
      },
    ),
  ]
}
