import * as v from 'valibot'
import { languageCodes } from '../../../contract/languages.ts'
import { getAuditLog } from '../../../contract/organisation/log/audit-log.ts'
import type { FileFormat } from '../../../contract/organisation/reports/file-formats.ts'
import * as reports from '../../../contract/organisation/reports.ts'
import { record } from '../../audit-log/audit-log.ts'
import type { Db } from '../../database/tables.ts'
import { listMentors } from '../../mentors/mentors.ts'
import { allLinesOf, filterOf } from '../../organisation/log/log-lines.ts'
import { logTable } from '../../organisation/log/log-table.ts'
import { reportSettings } from '../../organisation/reports/days/report-settings.ts'
import { fileOfTable } from '../../organisation/reports/files/file-of-table.ts'
import type { FileTable } from '../../organisation/reports/files/file-table.ts'
import { reportTable } from '../../organisation/reports/files/report-table.ts'
import { makeReport } from '../../organisation/reports/thread/make-report.ts'
import { type Command, type Operator, orMissing } from '../command.ts'
import { writeNewFile } from '../write-new-file.ts'

const queries = {
  overview: reports.getOverview.query,
  courses: reports.getCourseFunnel.query,
  questions: reports.getQuestions.query,
  question: reports.getQuestion.query,
  versions: reports.getPageVersions.query,
  mentors: reports.getMentorReport.query,
  silent: reports.getSilentReport.query,
  voices: reports.getVoiceReport.query,
}
type Name = keyof typeof queries

export const saveReportCommand: Command = {
  usage:
    '<name> <file.xlsx|csv> [--days 7|30|90|year] [--from …] [--to …] [--course …] [--mentor N] [--reader ar|en] …',
  summary: `Writes a report as a table: ${Object.keys(queries).join(', ')}`,
  checksOptions: true,
  async run(operator) {
    const { db, words } = operator
    const [name = '', file] = words
    if (!Object.hasOwn(queries, name) || !file || file.startsWith('--'))
      throw new Error(
        `Name a report, one of ${Object.keys(queries).join(', ')}, and a file: ` +
          'npm run admin -- save-report overview overview.xlsx --days 90',
      )
    const { reader = languageCodes[0], ...query } = chosenIn(queries[name as Name], words.slice(2))
    const { report, timeZone } = await orMissing('There is no such course, lesson or page', () =>
      makeReport(db, name as Name, query, { reach: 'everybody', now: Date.now() }),
    )
    const mentors = await listMentors(db)
    await save(operator, file, reportTable(name as Name, report, { language: reader, timeZone, mentors }))
    await noteSaved(db, name)
  },
}

export const saveLogCommand: Command = {
  usage: '<file.xlsx|csv> [--uid …] [--action …] [--group …] [--from …] [--to …] [--reader ar|en]',
  summary: 'Writes the audit log (who did what) as a table',
  checksOptions: true,
  async run(operator) {
    const { db, words } = operator
    const [file] = words
    if (!file || file.startsWith('--')) throw new Error('Name the file: npm run admin -- save-log log.xlsx')
    const { reader = languageCodes[0], ...query } = chosenIn(getAuditLog.query, words.slice(1))
    const { timeZone } = await reportSettings(db)
    await save(operator, file, await logTable(allLinesOf(db, filterOf(query, timeZone)), reader, timeZone))
    await noteSaved(db, 'log')
  },
}

/** Options of the app only. A command reads the format from the name of the file, and writes all lines at once. */
const OF_THE_APP = ['format', 'before']

/** The query of a call, from words like `--days 90`. */
function chosenIn<Query extends v.GenericSchema & { entries: object }>(
  query: Query,
  words: readonly string[],
): v.InferOutput<Query> {
  const pairs = words.flatMap((word, index) =>
    word.startsWith('--') ? [[word.slice(2), words[index + 1] ?? ''] as const] : [],
  )
  const options = Object.keys(query.entries).filter(name => !OF_THE_APP.includes(name))
  for (const [index, [name]] of pairs.entries()) {
    if (!options.includes(name))
      throw new Error(`There is no option \`--${name}\`. There are ${options.map(one => `--${one}`).join(', ')}`)
    if (pairs.findIndex(([other]) => other === name) < index) throw new Error(`\`--${name}\` is there twice`)
  }
  const surplus = words.find((word, index) => !word.startsWith('--') && !words[index - 1]?.startsWith('--'))
  if (surplus !== undefined) throw new Error(`There is no place for \`${surplus}\``)
  const result = v.safeParse(query, Object.fromEntries(pairs))
  if (result.success) return result.output
  const [issue] = result.issues
  throw new Error(`--${v.getDotPath(issue)}: ${wantedBy(issue)}`)
}

/** Valibot's own sentences are for programmers. */
function wantedBy({ type, received, expected, message }: v.BaseIssue<unknown>): string {
  if (received === 'undefined') return 'is missing'
  if (type === 'regex') return 'say a day like 2026-11-01'
  if (type === 'digits') return 'say a number'
  if (type === 'picklist') return `say one of ${expected?.replace(/["()]/g, '').replaceAll(' |', ',')}`
  return message
}

/** Writes a file that only the operator can read, because it may have names. Never overwrites a file. */
async function save({ print }: Operator, file: string, table: FileTable): Promise<void> {
  const format = /\.(csv|xlsx)$/i.exec(file)?.[1]?.toLowerCase() as FileFormat | undefined
  if (!format) throw new Error(`${file}: the name has to end in .xlsx or .csv`)
  const { bytes } = await fileOfTable(table, format)
  await writeNewFile(bytes, file)
  print(`${file} is written.`)
}

/** Writes the same log line as the button. */
function noteSaved(db: Db, report: string): Promise<void> {
  return record(db, { uid: null, side: 'command' }, { action: 'report-saved', details: { report } }, Date.now())
}
