import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { pageTypes } from '../contract/pages/index.ts'
import { chunks } from './chunks.ts'
import { VITE_LOADER } from './load-chunks.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))

test.each(Object.entries(chunks))('the files of the chunk %s exist', (_, { modules = [], packages = [] }) => {
  const paths = [...modules.map(path => path.replace(/\?.*/, '')), ...packages.map(name => `node_modules/${name}/`)]
  expect(paths.filter(path => path !== VITE_LOADER && !existsSync(ROOT + path))).toEqual([])
})

test('the screen of each page type is in a chunk, and so are its styles', () => {
  const named = Object.values(chunks).flatMap(({ modules = [] }) => modules)
  const registry = readFileSync(`${ROOT}web/lessons/pages/index.ts`, 'utf8')
  const isLoadedWith = (type: string) => registry.includes(`from './${type}.tsx'`)
  const files = [...pageTypes.keys()].flatMap(type => [
    ...(isLoadedWith(type) ? [] : [`web/lessons/pages/${type}.tsx`]),
    ...[`web/lessons/pages/${type}.css`].filter(path => existsSync(ROOT + path)),
  ])
  expect(files.length).toBeGreaterThan(6)
  const advice = 'give the screen and its styles the name of the type: each file in no chunk costs a round trip'
  expect(
    files.filter(path => !named.includes(path)),
    advice,
  ).toEqual([])
})
