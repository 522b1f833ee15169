import { expect, test } from 'vitest'
import { filesWithCalls } from '../contract/files-with-calls.ts'
import { addresses } from '../web/addresses.ts'
import { screens } from '../web/organisation/places.ts'
import { filesImportedBy, isTest, sources } from './sources.ts'

/** Calls that no code of the app names, and who makes them. */
const MADE_ELSEWHERE: Record<string, string> = {
  getBackupFile: 'The browser opens its URL, which `getEncryptedBackupUrl` returns.',
}

/** Screens whose path no other code writes, and how people reach them. */
const REACHED_OTHERWISE: Record<string, string> = {
  '/continue': 'A shortcut of the installed app.',
  '/courses/$courseId/lessons': 'An older path of a course, in links that people have.',
  '/lessons': 'An older path of the courses, in links that people have.',
  '/org/*': 'Stands for all screens of the organisation.',
  '/org/reports/voices': 'A tab, whose path is made of its name.',
}

const TABLES = ['web/addresses.ts', 'web/organisation/places.ts']
const app = sources()
  .filter(({ file }) => file.startsWith('web/') && !isTest(file) && !TABLES.includes(file))
  .map(source => ({ ...source, imports: filesImportedBy(source) }))

test('each call is made by a screen', () => {
  const calls = Object.entries(filesWithCalls).flatMap(([file, exported]) =>
    Object.entries(exported).flatMap(([name, value]) => (isCall(value) ? { file, name } : [])),
  )
  expect(calls.length).toBeGreaterThan(150)
  const unused = calls.filter(call => !app.some(makes(call))).map(({ name }) => name)
  const advice = 'make the call where a person needs it, remove it, or say in MADE_ELSEWHERE who makes it'
  expect(unused.toSorted(), advice).toEqual(Object.keys(MADE_ELSEWHERE).toSorted())
})

test('a link leads to each screen', () => {
  const unlinked = [...Object.keys(addresses), ...Object.keys(screens)].filter(path => !app.some(leadsTo(path)))
  const advice = 'link to it from a screen where people look for it, or say in REACHED_OTHERWISE how they come there'
  expect(unlinked.toSorted(), advice).toEqual(Object.keys(REACHED_OTHERWISE).toSorted())
})

test.each([
  ['/phone', "<Link to='/phone'>", true],
  ['/phone', "open('/phone?lang=ar')", true],
  ['/phone', "<Link to='/phones'>", false],
  ['/org/people/$uid', "<Link to='/org/people/$uid' params={person}>", true],
  ['/org/people/$uid', `open(\`/org/people/$\{person.uid}\`)`, true],
  ['/org/people/$uid', "open('/org/people')", false],
])('%s is found in %j: %s', (path, text, isFound) => {
  expect(leadsTo(path)({ text })).toBe(isFound)
})

function isCall(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'signedIn' in value && 'path' in value
}

/** Whether a file imports the contract's file with the call, or a part of that file, and names the call. */
function makes({ file, name }: { file: string; name: string }): (source: (typeof app)[number]) => boolean {
  const place = `contract/${file}`
  const named = new RegExp(`\\b${name}\\b`)
  return ({ imports, text }) =>
    imports.some(one => one === `${place}.ts` || one.startsWith(`${place}/`)) && named.test(text)
}

/** Whether a text has this path, with any values. */
function leadsTo(path: string): (source: { text: string }) => boolean {
  const plain = path.replace(/[/.*]/g, '\\$&').replace(/\$\w+/g, String.raw`(\$\w+|\$\{[^}]*\}+)`)
  const written = new RegExp(`['"\`]${plain}(['"\`?#]|\\$\\{)`)
  return ({ text }) => written.test(text)
}
