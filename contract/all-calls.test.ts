import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allCalls } from './all-calls.ts'

test('the list of calls has every call of the contract', () => {
  const folder = new URL('./', import.meta.url)
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const files = all.filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const sources = files.map(name => readFileSync(new URL(name, folder), 'utf8'))
  const paths = sources.flatMap(source => [...source.matchAll(/^ {2}path: '(.+)',$/gm)].map(([, path]) => path))
  expect(paths.length).toBeGreaterThan(40)
  const advice = 'import the file of the call in contract/all-calls.ts, and name it in the modules there'
  expect(allCalls.map(({ path }) => path).sort(), advice).toEqual(paths.sort())
})
