import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { outdatedLists } from '../build/lists.ts'
import { allCalls } from '../contract/all-calls.ts'

test('each list of files has every file of its folders, and no other', () => {
  expect([...outdatedLists().keys()], 'run npm run lists').toEqual([])
})

test('the list of calls has every call of the contract', () => {
  const files = globSync('contract/**/*.ts', { exclude: ['**/*.test.ts'] })
  const sources = files.map(file => readFileSync(file, 'utf8'))
  const paths = sources.flatMap(source => [...source.matchAll(/^ {2}path: '(.+)',$/gm)].map(([, path]) => path))
  expect(paths.length).toBeGreaterThan(40)
  const advice = 'run npm run lists; a file beside a folder of its name exports the calls of that folder'
  expect(allCalls.map(({ path }) => path).sort(), advice).toEqual(paths.sort())
})
