import * as v from 'valibot'
import { Language } from '../../languages.ts'

/** A workbook for Excel and its like; CSV for other programs. */
export const fileTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const

export type FileFormat = keyof typeof fileTypes

/** The texts of a file are in the reader's language. Without `format` the reply is JSON. */
export const fileFields = { format: v.optional(v.picklist(['xlsx', 'csv'])), reader: v.optional(Language) }
