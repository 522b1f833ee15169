/** A number stays a number; what begins like a formula is text for every spreadsheet. */
export type Cell = string | number | null

/** The lines of a file. It begins with a byte order mark, so that spreadsheets read Arabic. */
export function* csvLines(rows: Iterable<readonly Cell[]>, separator = ','): Generator<string> {
  yield '\uFEFF'
  for (const row of rows) yield `${row.map(cell => cellOf(cell, separator)).join(separator)}\r\n`
}

/** The beginning of a formula in a cell, or after a semicolon: some spreadsheets begin another cell there. */
const FORMULA = /(^|;)(?=[=+\-@\t\r])/g

function cellOf(value: Cell, separator: string): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = value.replace(FORMULA, "$1'")
  return text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
