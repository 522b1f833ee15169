import { expect, test } from 'vitest'
import { clockTime } from './clock-time.ts'

test('time is told in minutes and seconds', () => {
  expect([0, 24.9, 70, 3665].map(clockTime)).toEqual(['0:00', '0:24', '1:10', '61:05'])
})

test('a length that is not known yet is told as nothing', () => {
  expect([Number.NaN, Number.POSITIVE_INFINITY, -1].map(clockTime)).toEqual(['0:00', '0:00', '0:00'])
})
