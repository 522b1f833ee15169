import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { languageCodes } from '../../../../contract/languages.ts'
import { readTexts } from '../../../texts/read-texts.ts'
import { fileOfTable } from './file-of-table.ts'
import type { FileCell } from './file-table.ts'
import { readWorkbook } from './testing-workbook.ts'
import { workbookOf } from './workbook.ts'

type Rows = readonly (readonly FileCell[])[]

function streamOf(rows: Rows): Promise<Readable> {
  return workbookOf({ title: 'Silent people', language: 'en', timeZone: 'Asia/Amman', rows })
}

async function read(...rows: Rows) {
  return readWorkbook(await buffer(await streamOf([['Name'], ...rows])))
}

test.each([
  ['a formula', '=HYPERLINK("http://example.org";"x")'],
  ['a phone number', '+971501234567'],
  ['an id of digits', '000123'],
  ['a name with marks of XML', `Noura <b> & "Sons"`],
  ['a name with spaces around it', '  نورة  '],
  ['lines', 'first\nsecond\r\nthird\tend'],
  ['emoji', '👩🏽‍🏫 🇯🇴'],
  ['characters that XML forbids', '\u0000\u0001\u000B\u001F\uFFFE\uFFFF'],
  ['what looks like such a character', '_x000D_ _x0041_x0042_ _X0041_'],
  ['marks of direction', '\u202Eabc\u2069'],
])('%s is a text, and the same one', async (_, text) => {
  expect((await read([text])).rows).toEqual([['Name'], [text]])
})

/** Half of the characters are among the first 128, because XML and spreadsheets treat some of these in special ways. */
const character = fc
  .oneof(fc.integer({ min: 0, max: 0x7f }), fc.integer({ min: 0, max: 0xffff }))
  .map(code => String.fromCharCode(code))

test('any text is the same one, but for half a character', async () => {
  const texts = fc.array(fc.string({ unit: character, minLength: 1 }), { minLength: 50, maxLength: 100 })
  await fc.assert(
    fc.asyncProperty(texts, async all => {
      const { rows } = await read(...all.map(text => [text, 1]))
      expect(rows.slice(1)).toEqual(all.map(text => [text.toWellFormed(), 1]))
    }),
    { numRuns: 5 },
  )
  expect((await read(['\uD83Dx'])).rows[1]).toEqual(['\uFFFDx'])
})

test('a text that is longer than Excel takes ends with dots, and with a whole character', async () => {
  expect((await read(['a'.repeat(32_767)])).rows[1]).toEqual(['a'.repeat(32_767)])
  expect((await read(['a'.repeat(32_768)])).rows[1]).toEqual([`${'a'.repeat(32_766)}…`])
  expect((await read([`${'a'.repeat(32_765)}👩👩`])).rows[1]).toEqual([`${'a'.repeat(32_765)}…`])
})

test('a moment is in the time of the organisation, in summer and winter, and its column says which time', async () => {
  const moment = (iso: string) => [{ at: Date.parse(iso) }, { day: iso.slice(0, 10) }]
  const rows = [['Since', 'Day'], moment('2026-11-03T09:01:02.900Z'), moment('1999-07-31T22:30:00Z')]
  const table = { title: 'Silent people', language: 'en', timeZone: 'Europe/Berlin', rows } as const
  const shown = await readWorkbook(await buffer(await workbookOf(table)))
  expect(shown.rows).toEqual([
    ['Since (Germany Time)', 'Day'],
    [{ time: '2026-11-03T10:01:02.000Z' }, { time: '2026-11-03T00:00:00.000Z' }],
    [{ time: '1999-08-01T00:30:00.000Z' }, { time: '1999-07-31T00:00:00.000Z' }],
  ])
})

test.each([
  ['en', 'Since (Coordinated Universal Time)'],
  ['ar', 'Since (التوقيت العالمي المنسق)'],
] as const)('universal time has a name in %s, and is not zero hours from itself', async (language, head) => {
  const table = { title: 'Silent people', language, timeZone: 'UTC', rows: [['Since'], [{ at: 0 }]] }
  expect((await readWorkbook(await buffer(await workbookOf(table)))).rows[0]).toEqual([head])
})

test('columns are as wide as their longest line, within limits, and a long head alone makes none so wide', async () => {
  const heads = ['Name', 'Answer', 'Reason', 'Half of the people wait for an answer at most, in hours']
  const row = ['x', 'a line of twenty-five ch.\nand one', 'long '.repeat(50), 1.5]
  const { widths, heights } = await readWorkbook(await buffer(await streamOf([heads, row, ['y']])))
  expect(widths).toEqual([12, 27, 60, 26])
  // LibreOffice finds no heights by itself: the head needs three lines, the reason five.
  expect(heights).toEqual([3, 5, 1])
})

test('a table with heads only, and one with many columns', async () => {
  expect((await read()).rows).toEqual([['Name']])
  const wide = await buffer(await streamOf([Array.from({ length: 30 }, (_, index) => `Column ${index}`)]))
  expect(wide.toString('latin1')).toMatch(/^PK/)
})

test.each(['xlsx', 'csv'] as const)(
  'rows of a file (%s) are written while they are sent: before the first bytes are taken, most of 50,000 are not',
  async format => {
    let written = 0
    // Rows that were alike would be compressed to almost nothing, and none would have to wait.
    const row = () => [
      ...Array.from({ length: 10 }, Math.random),
      {
        get at() {
          written += 1
          return 0
        },
      },
    ]
    const rows = [[], ...Array.from({ length: 50_000 }, row)]
    const { bytes } = await fileOfTable(
      { title: 'Silent people', language: 'en', timeZone: 'Asia/Amman', rows },
      format,
    )
    bytes.read(0)
    // The first parts of a workbook are compressed in another thread, which may have to wait on a busy machine.
    let before = -1
    while (written === 0 || written !== before) {
      before = written
      for (let turns = 0; turns < 1000; turns++) await turn()
    }
    expect(written).toBeGreaterThan(0)
    expect(written).toBeLessThan(25_000)
    await buffer(bytes)
    expect(written).toBe(50_000)
  },
)

test.each(languageCodes)('the title of each table in %s is one that Excel takes for a sheet', language => {
  const { reportFile, auditLog } = readTexts('reportFile', 'auditLog')[language]
  for (const title of [...Object.values(reportFile.sheet), auditLog.title])
    expect(title).toMatch(/^(?!')[^[\]:*?/\\]{1,31}(?<!')$/)
})
