import { languageCodes } from '../../../contract/languages.ts'
import { getAuditLog } from '../../../contract/organisation/log/audit-log.ts'
import { HOUR } from '../../../contract/time.ts'
import { record } from '../../audit-log/audit-log.ts'
import type { Db } from '../../database/tables.ts'
import { consume } from '../../http/limits.ts'
import { type Route, serveBytes } from '../../http/serve.ts'
import { reportSettings } from '../reports/days/report-settings.ts'
import { fileOfTable } from '../reports/files/file-of-table.ts'
import { allLinesOf, linesOf } from './log-lines.ts'
import { markOutdated } from './outdated.ts'

const FILES_PER_HOUR = 10

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
        await consume(db, { name: 'report-file', of: { uid }, max: FILES_PER_HOUR * limitFactor, perMs: HOUR }, at)
        const { logTable } = await import('./log-table.ts')
        const { timeZone } = await reportSettings(db)
        const table = await logTable(allLinesOf(db, query), reader, timeZone)
        await record(db, { uid, side: 'browser' }, { action: 'report-saved', details: { report: 'log' } }, at)
        const { type, bytes } = await fileOfTable(table, format)
        return reply
          .type(type)
          .header('Content-Disposition', `attachment; filename="log-${isoDay(at)}.${format}"`)
          .send(bytes)
      },
    ),
  ]
}

function isoDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
