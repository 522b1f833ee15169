import type { Db } from '../../../database/tables.ts'
import { courseCounts } from '../course-counts.ts'
import { courseFunnel } from '../course-funnel.ts'
import { reportSettings } from '../days/report-settings.ts'
import { effectsOf } from '../effects.ts'
import { kindWordsNow } from '../kind-words.ts'
import { mentorReport } from '../mentor-times.ts'
import { overviewOf } from '../overview.ts'
import { choiceCounts } from '../questions/choice-counts.ts'
import { pageVersions } from '../questions/page-versions.ts'
import { questionReport } from '../questions/question.ts'
import { questionList } from '../questions/questions.ts'
import type { ReportContext } from '../report-context.ts'
import { silentReport } from '../silent.ts'
import { voiceReport } from '../voices.ts'

const reports = {
  courseCounts: (db: Db, _query: object) => courseCounts(db),
  chosen: choiceCounts,
  effects: effectsOf,
  kindWords: kindWordsNow,
  overview: overviewOf,
  courses: courseFunnel,
  questions: questionList,
  question: questionReport,
  versions: pageVersions,
  mentors: mentorReport,
  silent: silentReport,
  voices: voiceReport,
}

export type ReportName = keyof typeof reports
export type ReportQuery<Name extends ReportName> = Parameters<(typeof reports)[Name]>[1]
export type Report<Name extends ReportName> = Awaited<ReturnType<(typeof reports)[Name]>>

/** Makes a report from the present rows, with the time zone for its times. */
export async function makeReport(
  db: Db,
  name: ReportName,
  query: unknown,
  { reach, now }: Pick<ReportContext, 'reach' | 'now'>,
): Promise<{ report: unknown; timeZone: string }> {
  const settings = await reportSettings(db)
  const make = reports[name] as (db: Db, query: unknown, context: object) => Promise<unknown>
  return { report: await make(db, query, { settings, reach, now }), timeZone: settings.timeZone }
}
