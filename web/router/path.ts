/** Filled in by routes.tsx, so that a link to an unknown path is a type error. */
// biome-ignore lint/suspicious/noEmptyInterface: routes.tsx declares what is in it.
export interface Register {}

/** The data of a history entry besides its URL. A screen declares what it needs. */
// biome-ignore lint/suspicious/noEmptyInterface: screens declare what is in it.
export interface HistoryState {}

type Registered<Key extends string, Otherwise> = Register extends Record<Key, infer Value> ? Value : Otherwise

/** A pattern such as `/courses/$courseId`. */
export type RoutePath = Registered<'path', string>
export type RegisteredRoute = Registered<'route', object>

type NamesIn<Pattern extends string> = Pattern extends `${infer Start}/${infer Rest}`
  ? NamesIn<Start> | NamesIn<Rest>
  : Pattern extends `$${infer Name}`
    ? Name
    : never

export type Params = { [Name in NamesIn<RoutePath>]?: string }

/** A pattern with the values for its names. */
export type Target = {
  [To in RoutePath]: [NamesIn<To>] extends [never]
    ? { to: To; params?: undefined }
    : { to: To; params: Record<NamesIn<To>, string> }
}[RoutePath]

export function pathnameOf({ to, params = {} }: { to: string; params?: Record<string, string> | undefined }): string {
  return to.replace(/\$(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

/**
 * The values of a pattern in a path; undefined if it is another path. Case does not matter. A star at the end fits any
 * rest.
 */
export function paramsIn(pattern: string, pathname: string): Params | undefined {
  let [given, expected] = [partsOf(pathname), partsOf(pattern)]
  if (expected.at(-1) === '*') {
    expected = expected.slice(0, -1)
    given = given.slice(0, expected.length)
  }
  if (expected.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of expected.entries()) {
    const value = decodePart(given[index] as string)
    if (part.startsWith('$')) params[part.slice(1)] = value
    else if (part !== value.toLowerCase()) return undefined
  }
  return params as Params
}

function partsOf(path: string): string[] {
  return path.split('/').filter(part => part !== '')
}

/**
 * A part with an invalid percent sign stays as it is. The screen then finds no such course, or shows the first page.
 */
function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
