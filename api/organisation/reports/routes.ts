import type { FastifyReply } from 'fastify'
import { type Language, languageCodes } from '../../../contract/languages.ts'
import type { FileFormat } from '../../../contract/organisation/reports/file-formats.ts'
import * as calls from '../../../contract/organisation/reports.ts'
import type { Reach } from '../../../contract/team-roles.ts'
import { record } from '../../audit-log/audit-log.ts'
import type { Catalogue } from '../../courses/catalogue/catalogue.ts'
import type { Db } from '../../database/tables.ts'
import { type ByteHandler, type Route, serve, serveBytes } from '../../http/serve.ts'
import { listMentors } from '../../mentors/mentors.ts'
import { isMentorInReach } from '../../team/reach.ts'
import { reportTable, type rowsOf } from './files/report-table.ts'
import { consumeFile, sendTable } from './files/send-table.ts'
import { reportCourses } from './report-courses.ts'
import type { ReportQuery } from './thread/make-report.ts'
import type { ReportRunner } from './thread/report-runner.ts'
import { scopeOf } from './thread/report-scope.ts'

type Deps = { db: Db; now: () => number; catalogue: Catalogue; limitFactor: number; reports: ReportRunner }
type Asked = { format?: FileFormat | undefined; reader?: Language | undefined }
type Visit = { query: Asked; user: { uid: string }; reach: Reach; reply: FastifyReply }

/** The reports on courses and people. The contract says which roles may read which report. */
export function reportRoutes({ db, now, catalogue, limitFactor, reports }: Deps): Route[] {
  const handle =
    <Name extends keyof typeof rowsOf>(name: Name) =>
    async ({ query: { format, reader = languageCodes[0], ...chosen }, user: { uid }, reach, reply }: Visit) => {
      const at = now()
      // The screen shows the first hundred of each group, and says so. A file cannot say so, and has all people.
      const query = name === 'silent' && format ? { ...chosen, isWhole: true } : chosen
      if (format) await consumeFile(db, { uid, limitFactor }, at)
      const { report, timeZone } = await reports.run(name, query as ReportQuery<Name>, await scopeOf(db, reach), at)
      if (!format) return reply.send({ success: true, data: report })
      await record(db, { uid, side: 'browser' }, { action: 'report-saved', details: { report: name } }, at)
      const mentors = (await listMentors(db)).filter(({ id }) => isMentorInReach(reach, id))
      const table = reportTable(name, report, { language: reader as Language, timeZone, mentors })
      return sendTable(reply, table, { name: fileName(name, report), format })
    }

  return [
    serve(calls.listReportCourses, async () => ({ success: true, data: await reportCourses(db, catalogue) })),
    serveBytes(calls.getOverview, handle('overview') as ByteHandler<typeof calls.getOverview>),
    serveBytes(calls.getCourseFunnel, handle('courses') as ByteHandler<typeof calls.getCourseFunnel>),
    serveBytes(calls.getQuestions, handle('questions') as ByteHandler<typeof calls.getQuestions>),
    serveBytes(calls.getQuestion, handle('question') as ByteHandler<typeof calls.getQuestion>),
    serveBytes(calls.getPageVersions, handle('versions') as ByteHandler<typeof calls.getPageVersions>),
    serveBytes(calls.getMentorReport, handle('mentors') as ByteHandler<typeof calls.getMentorReport>),
    serveBytes(calls.getSilentReport, handle('silent') as ByteHandler<typeof calls.getSilentReport>),
    serveBytes(calls.getVoiceReport, handle('voices') as ByteHandler<typeof calls.getVoiceReport>),
  ]
}

function fileName(name: keyof typeof rowsOf, report: object): string {
  const days = 'range' in report ? (report.range as { from: string; to: string }) : undefined
  return ['report', name, ...(days ? [days.from, days.to] : [])].join('-')
}
