/** The rows of all pages. A person who moved to a later place while the pages were read is in two of them. */
export function uniqueByUid<Row extends { uid: string }>(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map(row => [row.uid, row])).values()]
}
