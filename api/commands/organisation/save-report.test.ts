import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Db } from '../../database/tables.ts'
import { readConfig } from '../../read-config.ts'
import { onSqlite } from '../../testing.ts'
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
  ['overview o.csv 90', saveReportCommand, 'There is no place for `90`'],
  ['mentors m.csv --days 90 all', saveReportCommand, 'There is no place for `all`'],
  ['log.csv --uid noura --uid yousef', saveLogCommand, '`--uid` is there twice'],
  ['question q.csv', saveReportCommand, '--lesson: is missing'],
])('`%s` is refused before the database is read, in words for an operator', async (line, command, reason) => {
  const operator = { db: undefined as unknown as Db, config: readConfig({}), words: line.split(' '), print: () => {} }
  await expect(command.run(operator)).rejects.toThrow(reason)
})

onSqlite('A report as a file', start => {
  test('is written once, in the format of its name', async () => {
    const { db, config } = (await start()).services
    const folder = mkdtempSync(join(tmpdir(), 'step-by-step-report-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const save = (name: string) => saveLogCommand.run({ db, config, words: [join(folder, name)], print: () => {} })
    await save('log.csv')
    await save('log.XLSX')
    expect(readFileSync(join(folder, 'log.csv'), 'utf8')).toMatch(/^\ufeff?[^,\n]+,/)
    expect(readFileSync(join(folder, 'log.XLSX'), 'latin1')).toMatch(/^PK/)
    await expect(save('log.csv')).rejects.toMatchObject({ code: 'EEXIST' })
    await expect(save('log.pdf')).rejects.toThrow('has to end in .xlsx or .csv')
  })
})
