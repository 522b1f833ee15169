/** A number stays a number; what begins like a formula is text for every spreadsheet. */
export type Cell = string | number | null

/** With a byte order mark, so that spreadsheets read Arabic. */
export function csvOf(rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${rows.map(row => row.map(cellOf).join(',')).join('\r\n')}\r\n`
}

/** At the beginning of a cell, also of one that begins only where a spreadsheet separates by semicolons. */
const FORMULA = /(^|;)(?=[=+\-@\t\r])/g

function cellOf(value: Cell): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = value.replace(FORMULA, "$1'")
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
