import { expect, test } from 'vitest'
import { firstLetters } from './first-letters.ts'

test.each([
  ['سميرة', 10, 'سميرة'],
  ['سميرة', 3, 'سمي'],
  ['ab😀', 2, 'ab'],
  ['ab😀c', 3, 'ab😀'],
  // The marks belong to the letter before them.
  ['مُدَرِّسَة', 6, 'مُدَ'],
  ['a👨‍👩‍👧b', 4, 'a'],
  ['a🇯🇴b', 2, 'a'],
])('the first letters of %s, at most %i, are %s', (text, most, first) => {
  expect(firstLetters(text, most)).toBe(first)
})
