import { expect, test } from 'vitest'
import { isAwayFromEnd } from './scroll-place.ts'

test.each([
  [300, 30, false],
  [300, 31, true],
  [2000, 50, false],
  [2000, 51, true],
  [0, 0, false],
])('of %i px that are hidden, %i px from the end: %s', (hidden, fromEnd, isAway) => {
  const clientHeight = 500
  const place = { clientHeight, scrollHeight: clientHeight + hidden, scrollTop: hidden - fromEnd }
  expect(isAwayFromEnd(place)).toBe(isAway)
})
