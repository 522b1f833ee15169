import type * as v from 'valibot'
import * as apiError from './calls/api-error.ts'
import type { Endpoint } from './calls/endpoint.ts'
import { filesWithCalls } from './files-with-calls.ts'
import * as progress from './progress.ts'

/** Groups in the description that do not have the name of their file, because another file has or had this name. */
const OTHER_GROUPS: Record<string, string> = {
  'organisation/courses': 'orgCourses',
  'organisation/home': 'orgHome',
  'organisation/settings': 'orgSettings',
}

type NamedCall = { name: string; group: string; endpoint: Endpoint }

/** All calls with their names in the code, for the description of the calls. */
export const namedCalls: readonly NamedCall[] = Object.entries(filesWithCalls).flatMap(([file, exported]) =>
  Object.entries(exported).flatMap(([name, value]) =>
    isEndpoint(value) ? { name, group: groupOf(file), endpoint: value } : [],
  ),
)

/** All calls, for the server and the build. The browser imports each call from its own file. */
export const allCalls: readonly Endpoint[] = namedCalls.map(({ endpoint }) => endpoint)

/** The shapes that the calls share, by their names. */
export const namedShapes: Readonly<Record<string, v.GenericSchema>> = Object.fromEntries(
  [...Object.values(filesWithCalls), apiError, progress].flatMap(exported =>
    Object.entries(exported).filter((entry): entry is [string, v.GenericSchema] => isShape(entry[1])),
  ),
)

/** `sign-in/other-ways` is `otherWays`. */
function groupOf(file: string): string {
  const name = file.slice(file.lastIndexOf('/') + 1)
  return OTHER_GROUPS[file] ?? name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'signedIn' in value && 'path' in value
}

function isShape(value: unknown): value is v.GenericSchema {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema'
}
