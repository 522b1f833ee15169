import { type Cell, csvOf } from '../../../../contract/text/csv.ts'

/** Downloads a table as a CSV file. */
export function saveCsv(name: string, rows: readonly (readonly Cell[])[]): void {
  const url = URL.createObjectURL(new Blob([csvOf(rows)], { type: 'text/csv' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // Firefox reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
