/** The query of an address as the router keeps it: every value a text, as it came; a name given twice keeps both. */
export type Query = Record<string, string | string[]>

export function parseQuery(search: string): Query {
  const parameters = new URLSearchParams(search)
  const entries = [...new Set(parameters.keys())].map((name): [string, string | string[]] => {
    const values = parameters.getAll(name)
    return [name, values.length === 1 ? (values[0] as string) : values]
  })
  return Object.fromEntries(entries.filter(([name]) => name !== '__proto__'))
}

export function stringifyQuery(query: Record<string, unknown>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map(one => [name, String(one)]),
  )
  const text = new URLSearchParams(pairs).toString()
  return text === '' ? '' : `?${text}`
}
