import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { chunks } from './chunks.ts'
import { VITE_LOADER } from './load-chunks.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))

test.each(Object.entries(chunks))('the files of the chunk %s exist', (_, { modules = [], packages = [] }) => {
  const paths = [...modules.map(path => path.replace(/\?.*/, '')), ...packages.map(name => `node_modules/${name}/`)]
  expect(paths.filter(path => path !== VITE_LOADER && !existsSync(ROOT + path))).toEqual([])
})
