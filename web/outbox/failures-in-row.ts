/** Counts how often in a row sending has failed. If an item has been sent since the last try, the network works. */
export function failuresInRow(failures: number, before: readonly string[], now: readonly string[]): number {
  const hasSent = before.some(id => !now.includes(id))
  return hasSent ? 1 : failures + 1
}
