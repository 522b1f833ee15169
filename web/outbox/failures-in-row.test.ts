import { expect, test } from 'vitest'
import { retryPause } from '../loading/retry-pause.ts'
import { failuresInRow } from './failures-in-row.ts'

test('on a network that loses two of three requests, ten messages do not wait longer and longer', () => {
  let waiting = Array.from({ length: 10 }, (_, at) => `message ${at}`)
  let [failures, longestMs] = [0, 0]
  while (waiting.length > 1)
    for (const isThird of [false, false, true]) {
      const before = waiting
      // The message that arrives has left the outbox when the next one fails.
      if (isThird) waiting = waiting.slice(1)
      failures = failuresInRow(failures, before, waiting)
      longestMs = Math.max(longestMs, retryPause(failures))
    }
  expect(longestMs).toBeLessThanOrEqual(4000)
})

test('without any response the pauses double, up to a minute', () => {
  let failures = 0
  for (let tries = 0; tries < 10; tries++) failures = failuresInRow(failures, ['one'], ['one', 'written meanwhile'])
  expect(failures).toBe(10)
  expect(retryPause(failures)).toBeGreaterThanOrEqual(30_000)
  expect(retryPause(failures)).toBeLessThanOrEqual(60_000)
})
