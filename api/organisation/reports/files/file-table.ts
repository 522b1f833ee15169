import type { Language } from '../../../../contract/languages.ts'
import type { Cell } from '../../../../contract/text/csv.ts'

/** A day is `2026-11-23`; a moment is epoch ms, and is shown in the time zone of the table. */
export type FileCell = Cell | { day: string } | { at: number }

/** A table that becomes a file. */
export type FileTable = {
  title: string
  language: Language
  timeZone: string
  /** The first row has the headers. */
  rows: readonly (readonly FileCell[])[]
}
