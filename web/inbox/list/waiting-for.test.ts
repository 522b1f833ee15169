import { expect, test } from 'vitest'
import { HOUR } from '../../../contract/time.ts'
import { waitingFor } from './waiting-for.ts'

test.each([
  [0, { count: 0, unit: 'now', mood: '' }],
  [59_999, { count: 0, unit: 'now', mood: '' }],
  [60_000, { count: 1, unit: 'minute', mood: '' }],
  [59 * 60_000, { count: 59, unit: 'minute', mood: '' }],
  [HOUR, { count: 1, unit: 'hour', mood: '' }],
  [24 * HOUR, { count: 1, unit: 'day', mood: 'soon' }],
  [71 * HOUR, { count: 2, unit: 'day', mood: 'soon' }],
  [72 * HOUR, { count: 3, unit: 'day', mood: 'long' }],
])('%i ms', (ms, wait) => {
  expect(waitingFor(ms)).toEqual(wait)
})
