/** The order while an entry is lifted, without the entries that were removed meanwhile, and with the new ones. */
export function orderNow(order: readonly string[], keys: readonly string[]): string[] {
  const now = order.filter(key => keys.includes(key))
  for (const [at, key] of keys.entries())
    if (!now.includes(key)) now.splice(now.indexOf(keys[at - 1] ?? '') + 1, 0, key)
  return now
}

/** The place of an entry among the entries below the same heading, and that heading if the list has several. */
export function placeBelowHeading(
  key: string,
  order: readonly string[],
  headingOf: (key: string) => string | undefined = () => undefined,
): { place: number; count: number; heading?: string | undefined } {
  const headings = order.flatMap((one, at) => (headingOf(one) === undefined ? [] : at))
  const at = order.indexOf(key)
  const above = headings.findLast(heading => heading < at) ?? -1
  const below = headings.find(heading => heading > at) ?? order.length
  const heading = headings.length > 1 ? headingOf(order[above] ?? '') : undefined
  return { place: at - above, count: below - above - 1, heading }
}

/** The names of entries. Entries with the same name get their numbers, so that people can tell them apart by ear. */
export function namesApart(
  keys: readonly string[],
  nameOf: (key: string) => string,
  numbered: (key: string, name: string) => string,
): ReadonlyMap<string, string> {
  const all = keys.map(key => [key, nameOf(key)] as const)
  const counts = new Map<string, number>()
  for (const [, name] of all) counts.set(name, (counts.get(name) ?? 0) + 1)
  return new Map(all.map(([key, name]) => [key, (counts.get(name) ?? 0) > 1 ? numbered(key, name) : name]))
}
