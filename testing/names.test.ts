import { expect, test } from 'vitest'
import { namedCalls } from '../contract/all-calls.ts'
import { pageTypes } from '../contract/pages/index.ts'
import { isTest, type Source, sources } from './sources.ts'

/** Names that several files export with the same meaning, each with the reason. */
const exceptions: Record<string, string> = {
  Credential: 'An e-mail address and a password, at the server, in the call and in the browser.',
  EnteredCode: 'The fields of the calls, as the server hands them on.',
  fetchRecorderAhead: 'One calls the other as soon as its code is loaded.',
  isInMaintenance: 'The browser asks the server, which asks the database.',
}

const EXPORT = /^export (?:async )?(?:function|const|class|type) (\w+)/gm

test('a name that several files export has one meaning', () => {
  const shared = sharedNames(
    sources().filter(({ file }) => !isTest(file) && !file.startsWith('api/database/migrations/')),
  )
  const advice = 'give one of them a name that says which one is meant: docs/style.md'
  expect(
    shared.filter(({ name }) => !(name in exceptions)).map(({ name, files }) => `${name}: ${files.join(', ')}`),
    advice,
  ).toEqual([])
  const names = shared.map(({ name }) => name)
  expect(Object.keys(exceptions).filter(name => !names.includes(name))).toEqual([])
})

/** Names of a result, such as `found` and `loaded`. As the name of an async function, they hide its work. */
const NO_VERB =
  /\b(?:async function |const (?=\w+ = async\b))((?!embed|exceed|feed|proceed|seed|succeed)[a-z]+ed|chosen|drawn|found|given|kept|left|made|sent|shown|taken|told|written)\b/g

test('a function that waits for something has the name of what it does', () => {
  const product = sources().filter(({ file }) => !isTest(file))
  const found = product.flatMap(({ file, text }) => valueNamesIn(text).map(name => `${file}: ${name}`))
  expect(found, 'name it by a verb: find, load, openSession').toEqual([])
  expect(valueNamesIn('async function found(uid: string) {')).toEqual(['found'])
  expect(valueNamesIn('const loaded = async (uid: string) => {')).toEqual(['loaded'])
  expect(valueNamesIn('async function feed() {}\nconst loaded = await load()\nfunction parsed() {}')).toEqual([])
})

function valueNamesIn(text: string): string[] {
  return [...text.matchAll(NO_VERB)].map(([, name = '']) => name)
}

/** A call may share its name with its handler, and a page type with its screen and its form. */
function sharedNames(all: readonly Source[]): { name: string; files: string[] }[] {
  const calls = new Set([...namedCalls.map(({ name }) => name), 'registry'])
  const types = new Set([...pageTypes.keys()].map(camelCased))
  const files = new Map<string, Set<string>>()
  for (const { file, text } of all)
    for (const [, name = ''] of text.matchAll(EXPORT)) files.set(name, (files.get(name) ?? new Set()).add(file))
  return [...files]
    .map(([name, of]) => ({ name, files: [...of] }))
    .filter(({ name, files }) => files.length > 1 && !calls.has(name))
    .filter(({ name, files }) => !types.has(name) || files.some(file => !file.includes('/pages/')))
}

function camelCased(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}
