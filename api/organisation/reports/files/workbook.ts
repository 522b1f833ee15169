import { Readable } from 'node:stream'
import { languages } from '../../../../contract/languages.ts'
import { zoneNameIn } from '../../../../contract/organisation/reports/zone-name.ts'
import { DAY } from '../../../../contract/time.ts'
import { offsetAt } from '../days/days.ts'
import type { FileCell, FileTable } from './file-table.ts'
import { inChunks } from './in-turns.ts'
import { fixedParts, NAMESPACE, PROLOGUE, SHEET, STRINGS, styles, xmlText } from './workbook-parts.ts'

/** A fixed time, so that the same table makes the same bytes. */
const MADE_AT = new Date(2000, 0, 1)
/**
 * Widths in characters. A longer text is broken into lines. A header is broken sooner, so that a column of numbers
 * stays narrow.
 */
const [NARROWEST, WIDEST, WIDEST_FOR_HEAD] = [10, 58, 24]
/** Heights in points. */
const [LINE_HEIGHT, HIGHEST] = [15, 405]
/** The number of the first of January 1970: spreadsheets count days. */
const DAYS_BEFORE_1970 = 25_569

type Rows = FileTable['rows']

/**
 * A table as a workbook of one sheet (Office Open XML), for Excel and its like. Rows become XML while they are sent, so
 * the workbook is never in memory. All texts are in a list behind the sheet, because an iPhone shows no text that
 * stands in its cell. The list has each text as often as the sheet has it, so none has to be remembered.
 */
export async function workbookOf(table: FileTable): Promise<Readable> {
  const { ZipFile } = await import('yazl')
  const zip = new ZipFile()
  const bytes = zip.outputStream as Readable
  const fail = (error: Error) => bytes.destroy(error)
  zip.on('error', fail)
  const options = { mtime: MADE_AT, forceDosTimestamp: true }
  const rows = withTimeZone(table)
  const stream = (name: string, xml: Iterable<string>) =>
    zip.addReadStreamLazy(name, options, done => done(null, Readable.from(inChunks(xml)).on('error', fail)))
  for (const [name, xml] of Object.entries(fixedParts(table.title))) zip.addBuffer(Buffer.from(xml), name, options)
  stream(SHEET, sheetOf(rows, table))
  stream(STRINGS, stringsOf(rows))
  zip.end()
  return bytes
}

/** A cell with a moment has no time zone, so the head of its column says which one it is. */
function withTimeZone({ rows, language, timeZone }: FileTable): Rows {
  const [heads = [], ...rest] = rows
  const zone = zoneNameIn(timeZone, language)
  const hasMoments = (column: number) => rest.some(row => isMoment(row[column]))
  return [heads.map((head, column) => (hasMoments(column) ? `${head} (${zone})` : head)), ...rest]
}

function* sheetOf(rows: Rows, { language, timeZone }: FileTable): Generator<string> {
  const isRightToLeft = languages[language].direction === 'rtl' ? 1 : 0
  const widths = widthsOf(rows)
  const lastCell = `${columnName(widths.length - 1)}${rows.length}`
  yield `${PROLOGUE}<worksheet xmlns="${NAMESPACE}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>
<sheetViews><sheetView rightToLeft="${isRightToLeft}" tabSelected="1" workbookViewId="0">
<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>
<selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews>
<sheetFormatPr defaultRowHeight="${LINE_HEIGHT}"/><cols>${widths.map(widthTag).join('')}</cols><sheetData>\n`
  let texts = 0
  for (const [index, row] of rows.entries()) {
    const cells = row.map((cell, column) => {
      if (isEmpty(cell)) return ''
      const at = `r="${columnName(column)}${index + 1}"`
      if (typeof cell !== 'string') return `<c ${at} ${valueTag(cell, timeZone)}</c>`
      texts += 1
      return `<c ${at} s="${index === 0 ? styles.head : styles.text}" t="s"><v>${texts - 1}</v></c>`
    })
    yield `<row r="${index + 1}"${heightOf(row, widths)}>${cells.join('')}</row>\n`
  }
  // On paper all columns are on one page. `ignoredErrors` keeps Excel from marking phone numbers as numbers stored as
  // text.
  yield `</sheetData><pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/>
<ignoredErrors><ignoredError sqref="A1:${lastCell}" numberStoredAsText="1"/></ignoredErrors>
</worksheet>`
}

function* stringsOf(rows: Rows): Generator<string> {
  yield `${PROLOGUE}<sst xmlns="${NAMESPACE}">\n`
  for (const row of rows)
    for (const cell of row)
      if (typeof cell === 'string' && !isEmpty(cell)) yield `<si><t xml:space="preserve">${xmlText(cell)}</t></si>\n`
  yield '</sst>'
}

function valueTag(cell: Exclude<FileCell, string | null>, timeZone: string): string {
  if (typeof cell === 'number') return `s="${styles.number}"><v>${cell}</v>`
  if ('day' in cell) return `s="${styles.day}"><v>${daysAt(Date.parse(`${cell.day}T00:00Z`))}</v>`
  const second = Math.floor(cell.at / 1000) * 1000
  return `s="${styles.moment}"><v>${daysAt(second + offsetAt(second, timeZone))}</v>`
}

function daysAt(time: number): number {
  return time / DAY + DAYS_BEFORE_1970
}

function widthsOf([heads = [], ...rows]: Rows): number[] {
  const widths = heads.map(head => Math.max(NARROWEST, Math.min(lengthOf(head), WIDEST_FOR_HEAD)))
  for (const row of rows)
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, lengthOf(cell))
  return widths.map(width => Math.min(width, WIDEST) + 2)
}

/** The number of characters in the longest line. */
function lengthOf(cell: FileCell): number {
  if (isMoment(cell)) return 17
  if (typeof cell !== 'string') return 0
  return cell.split('\n').reduce((longest, line) => Math.max(longest, line.length), 0)
}

/** Excel would find the height of lines itself; LibreOffice does not. */
function heightOf(row: Rows[number], widths: readonly number[]): string {
  const lines = Math.max(1, ...row.map((cell, column) => linesOf(cell, (widths[column] ?? WIDEST) - 2)))
  return lines > 1 ? ` ht="${Math.min(lines * LINE_HEIGHT, HIGHEST)}"` : ''
}

function linesOf(cell: FileCell, width: number): number {
  if (typeof cell !== 'string') return 1
  if (cell.length <= width && !cell.includes('\n')) return 1
  return cell.split('\n').reduce((lines, line) => lines + Math.max(1, Math.ceil(line.length / width)), 0)
}

function widthTag(width: number, index: number): string {
  return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`
}

/** A, B … Z, AA … */
function columnName(column: number): string {
  const last = String.fromCharCode(65 + (column % 26))
  return column < 26 ? last : columnName(Math.floor(column / 26) - 1) + last
}

function isEmpty(cell: FileCell): cell is null | '' {
  return cell === null || cell === ''
}

function isMoment(cell: FileCell | undefined): boolean {
  return typeof cell === 'object' && cell !== null && 'at' in cell
}
