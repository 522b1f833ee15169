import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { withoutExports, withoutUnused } from './strip-react.ts'

const { resolve } = createRequire(import.meta.url)
const reactDom = readFileSync(join(dirname(resolve('react-dom')), 'cjs/react-dom-client.production.js'), 'utf8')

test('this React DOM has all that the build empties', () => {
  const stripped = withoutUnused(reactDom)
  expect(stripped.length).toBeLessThan(0.92 * reactDom.length)
  expect(stripped).toContain('function popHydrationState(fiber) {return false}')
  expect(stripped).toContain('exports.createRoot = ')
})

test('one that lacks a function stops the build', () => {
  expect(() => withoutUnused(reactDom.replace('function preinitStyle(', 'function other('))).toThrow('preinitStyle')
})

test('an export that nothing imports is removed, and what is missing stops the build, too', () => {
  const code = 'exports.use = function () { return 1 };exports.cache = function () { return 2 };exports.version = "1"'
  expect(withoutExports(code, ['cache'])).toBe('exports.use = function () { return 1 };exports.version = "1"')
  expect(() => withoutExports(code, ['Children'])).toThrow('Children')
})
