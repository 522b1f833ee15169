import { type Cell, csvLines } from '../../../../contract/text/csv.ts'

/**
 * Downloads a table to be filled in and brought back. It has tabs and UTF-16, because Excel opens that in columns with
 * any regional settings; with Arabic ones it expects semicolons in place of commas.
 */
export function saveCsv(name: string, rows: readonly (readonly Cell[])[]): void {
  const text = [...csvLines(rows, '\t')].join('')
  const utf16 = Uint16Array.from({ length: text.length }, (_, index) => text.charCodeAt(index))
  const url = URL.createObjectURL(new Blob([utf16], { type: 'text/csv' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // Firefox reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
