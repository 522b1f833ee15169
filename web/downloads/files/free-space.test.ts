import { expect, test } from 'vitest'
import { freeSpaceIn, isOutOfSpace, NoSpaceError } from './free-space.ts'

test('lessons leave room for answers and recordings', () => {
  expect(freeSpaceIn({ quota: 60_000_000, usage: 20_000_000 })).toBe(30_000_000)
  expect(freeSpaceIn({ quota: 25_000_000, usage: 20_000_000 })).toBe(0)
})

test('a browser that says only a round number knows nothing', () => {
  expect(freeSpaceIn({ quota: 10 * 1024 ** 3 + 769_096, usage: 769_096 })).toBeUndefined()
  expect(freeSpaceIn({})).toBeUndefined()
})

test('the error of a full phone is known in each browser', () => {
  expect(isOutOfSpace(new NoSpaceError())).toBe(true)
  expect(isOutOfSpace(new DOMException('full', 'QuotaExceededError'))).toBe(true)
  for (const name of ['UnknownError', 'AbortError', 'InvalidAccessError'])
    expect(isOutOfSpace(new DOMException('', name)), `${name}, as on a full disk`).toBe(true)
  expect(isOutOfSpace(new TypeError('Failed to fetch'))).toBe(false)
  expect(isOutOfSpace(new DOMException('', 'TimeoutError'))).toBe(false)
  expect(isOutOfSpace(new DOMException('closing', 'InvalidStateError')), 'another tab upgraded the database').toBe(
    false,
  )
})
