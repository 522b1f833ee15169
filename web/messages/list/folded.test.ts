import { expect, test } from 'vitest'
import { folded } from './folded.ts'

test.each([
  ['a short text', 'short'],
  ['a text of a page', 'word '.repeat(230)],
])('%s is shown whole', (_, text) => {
  expect(folded(text)).toBeUndefined()
})

test('a long text is cut between two words', () => {
  const beginning = folded('word '.repeat(2000)) ?? ''
  expect(beginning).toMatch(/^(word )+word…$/)
  expect(beginning.length).toBeLessThan(720)
})

test('a text of many lines is cut between two of them', () => {
  expect(folded('line\n'.repeat(40))?.split('\n').length).toBeLessThan(16)
})

test('a single endless word is cut, but not within a letter', () => {
  const beginning = folded('😀'.repeat(2000)) ?? ''
  expect(beginning.isWellFormed()).toBe(true)
})
