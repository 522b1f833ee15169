import { expect, test } from 'vitest'
import { firstPace, nextPace, pauseMs } from './poll-pace.ts'

const usual = { failures: 0, isHeld: true, ending: 'nothing' as const, tookMs: 25_000, isHidden: false, chance: 0.5 }

test('a server with long polls is asked again at once', () => {
  expect(pauseMs(usual)).toBe(0)
  expect(pauseMs({ ...usual, ending: 'news', tookMs: 20 })).toBe(0)
})

test('a server without long polls is asked every two seconds', () => {
  expect(pauseMs({ ...usual, isHeld: false, tookMs: 300 })).toBe(1700)
  expect(pauseMs({ ...usual, isHeld: false, ending: 'news', tookMs: 300 })).toBe(1700)
  expect(pauseMs({ ...usual, isHeld: false, tookMs: 10_000 })).toBe(0)
  // It announced a long poll, and answered at once.
  expect(pauseMs({ ...usual, tookMs: 5 })).toBe(1995)
})

test('a hidden page makes fewer calls', () => {
  expect(pauseMs({ ...usual, isHidden: true })).toBeGreaterThanOrEqual(10_000)
})

test('after failures pauses grow to a minute, each browser at its own moment', () => {
  const pauses = [1, 2, 3, 20].map(failures => pauseMs({ ...usual, failures, ending: 'failed' }))
  expect(pauses).toEqual([1500, 3000, 6000, 45_000])
  expect(pauseMs({ ...usual, failures: 20, chance: 1 })).toBe(60_000)
  expect(pauseMs({ ...usual, failures: 20, chance: 0 })).toBe(30_000)
})

test('without news polls get longer, and with news shorter', () => {
  const quiet = nextPace(nextPace(firstPace, 'nothing'), 'nothing')
  expect([firstPace.waitSeconds, quiet.waitSeconds]).toEqual([25, 50])
  expect(nextPace(quiet, 'news')).toEqual(firstPace)
  expect(nextPace(quiet, 'failed')).toEqual({ waitSeconds: 50, failures: 1 })
})
