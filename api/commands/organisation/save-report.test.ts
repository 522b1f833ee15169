import { expect, test } from 'vitest'
import type { Db } from '../../database/tables.ts'
import { readConfig } from '../../read-config.ts'
import { saveLogCommand, saveReportCommand } from './save-report.ts'

test.each([
  ['log.csv --from yesterday', saveLogCommand, '--from: say a day like 2026-11-01'],
  ['log.csv --group all', saveLogCommand, '--group: say one of people, team, courses, settings, refused'],
  ['overview o.csv --days 8', saveReportCommand, '--days: say one of 7, 30, 90, year'],
  ['mentors m.csv --mentor Salma', saveReportCommand, '--mentor: say a number'],
  ['log.csv --format xlsx', saveLogCommand, 'There is no option `--format`. There are --uid, '],
  [
    'versions v.csv --days 7',
    saveReportCommand,
    'There is no option `--days`. There are --lesson, --page, --a, --b, --reader',
  ],
  ['question q.csv', saveReportCommand, '--lesson: is missing'],
])('`%s` is refused before the database is read, in words for an operator', async (line, command, reason) => {
  const operator = { db: undefined as unknown as Db, config: readConfig({}), words: line.split(' '), print: () => {} }
  await expect(command.run(operator)).rejects.toThrow(reason)
})
