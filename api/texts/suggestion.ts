/** Ends a sentence about an unknown name with the known one that may have been meant. */
export function suggestion(key: string, known: readonly string[]): string {
  const [nearest] = known
    .map(name => ({ name, distance: distanceBetween(key.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, distance }) => distance <= Math.max(1, name.length / 3))
    .sort((a, b) => a.distance - b.distance)
  return nearest ? `: is it \`${nearest.name}\`?` : ''
}

/** The name that such a sentence suggests. */
export function suggestedIn(sentence: string): string | undefined {
  return /: is it `(\w+)`\?$/.exec(sentence)?.[1]
}

/** The Levenshtein distance. */
export function distanceBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...from.slice(0, 40)].entries()) {
    const next = [index + 1]
    for (const [column, other] of [...to].entries()) {
      const change = (row[column] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(change, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}
