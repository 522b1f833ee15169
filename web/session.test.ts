import { afterEach, expect, test, vi } from 'vitest'
import { DAY } from '../contract/time.ts'
import { timeOfWriting } from './session.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('what is written later has a later time, also if the clock of the phone was set back by a day', () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => stored.set(name, text),
  })
  vi.useFakeTimers({ now: 10 * DAY })
  expect(timeOfWriting()).toBe(10 * DAY)
  vi.setSystemTime(9 * DAY)
  expect(timeOfWriting()).toBe(10 * DAY + 1)
  expect(timeOfWriting()).toBe(10 * DAY + 2)
  vi.setSystemTime(11 * DAY)
  expect(timeOfWriting()).toBe(11 * DAY)
})

test('a browser that stores nothing has the time of its clock', () => {
  vi.stubGlobal('localStorage', undefined)
  vi.useFakeTimers({ now: 10 * DAY })
  expect(timeOfWriting()).toBe(10 * DAY)
})
