import { expect, test } from 'vitest'
import { lastDays } from './days.ts'

const now = new Date(2026, 2, 3, 0, 30)

test('seven days end with today, across the end of a month', () => {
  const days = lastDays([], now)
  expect(days.map(({ date }) => date.getDate())).toEqual([25, 26, 27, 28, 1, 2, 3])
  expect(days.map(({ isToday }) => isToday)).toEqual([false, false, false, false, false, false, true])
})

test("a step belongs to the day of this phone's time zone", () => {
  const steps = [new Date(2026, 2, 3, 0, 15), new Date(2026, 2, 1, 23, 45), new Date(2026, 1, 24, 23, 45)].map(Number)
  expect(lastDays(steps, now).map(({ hasStep }) => hasStep)).toEqual([false, false, false, false, true, false, true])
})
