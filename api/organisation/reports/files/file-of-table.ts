import { Readable } from 'node:stream'
import { type FileFormat, fileTypes } from '../../../../contract/organisation/reports/file-formats.ts'
import { type Cell, csvLines } from '../../../../contract/text/csv.ts'
import { isoIn } from '../days/days.ts'
import type { FileCell, FileTable } from './file-table.ts'
import { inChunks } from './in-turns.ts'

/** A table as a file for spreadsheets. Both formats have the same cells. */
export async function fileOfTable(table: FileTable, format: FileFormat): Promise<{ type: string; bytes: Readable }> {
  const type = fileTypes[format]
  if (format === 'csv') return { type, bytes: Readable.from(inChunks(csvLines(textsOf(table)))) }
  const { workbookOf } = await import('./workbook.ts')
  return { type, bytes: await workbookOf(table) }
}

function* textsOf(table: FileTable): Generator<Cell[]> {
  for (const row of table.rows) yield row.map(cell => asText(cell, table))
}

function asText(cell: FileCell, { timeZone }: FileTable): Cell {
  if (typeof cell !== 'object' || cell === null) return cell
  return 'day' in cell ? cell.day : isoIn(cell.at, timeZone)
}
