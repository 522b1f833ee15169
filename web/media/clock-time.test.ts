import { expect, test } from 'vitest'
import { clockTime } from './clock-time.ts'

test('time is shown in minutes and seconds', () => {
  expect([0, 24.9, 70, 3665].map(clockTime)).toEqual(['0:00', '0:24', '1:10', '61:05'])
})

test('an unknown length is shown as empty text', () => {
  expect([Number.NaN, Number.POSITIVE_INFINITY, -1].map(clockTime)).toEqual(['0:00', '0:00', '0:00'])
})
