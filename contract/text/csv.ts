/** A number stays a number; what begins like a formula is text for every spreadsheet. */
export type Cell = string | number | null

/** With a byte order mark, so that spreadsheets read Arabic. */
export function csvOf(rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${rows.map(row => row.map(cellOf).join(',')).join('\r\n')}\r\n`
}

const FORMULA = /^[=+\-@\t\r]/

function cellOf(value: Cell): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
