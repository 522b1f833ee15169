import { expect, test } from 'vitest'
import { MINUTE, SECOND } from '../../../../contract/time.ts'
import { dayAt, dayIn, endOfDay, lifetimeUntil } from './chosen-day.ts'

test('a link that is good until a day ends on this day, also if the request takes half a minute', () => {
  const now = new Date('2026-11-28T15:00:00').getTime()
  const arrivesAt = now + 30 * SECOND
  expect(dayAt(arrivesAt + lifetimeUntil('2026-11-30', now))).toBe('2026-11-30')
  expect(endOfDay('2026-11-30') - now - lifetimeUntil('2026-11-30', now)).toBe(MINUTE)
  const late = new Date('2026-11-30T23:59:30').getTime()
  expect(lifetimeUntil('2026-11-30', late), 'in the last minute it is good for one more').toBe(MINUTE)
})

test('an address names a day of the calendar or none', () => {
  expect(dayIn('2028-02-29')).toBe('2028-02-29')
  for (const text of [null, '', '2026-02-30', '2026-99-99', '2026-1-1', 'x2026-11-28']) expect(dayIn(text)).toBe('')
})
