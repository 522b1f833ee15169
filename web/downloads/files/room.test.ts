import { expect, test } from 'vitest'
import { isOutOfRoom, NoSpaceError, roomIn } from './room.ts'

test('lessons leave room for answers and recordings', () => {
  expect(roomIn({ quota: 60_000_000, usage: 20_000_000 })).toBe(30_000_000)
  expect(roomIn({ quota: 25_000_000, usage: 20_000_000 })).toBe(0)
})

test('a browser that says only a round number knows nothing', () => {
  expect(roomIn({ quota: 10 * 1024 ** 3 + 769_096, usage: 769_096 })).toBeUndefined()
  expect(roomIn({})).toBeUndefined()
})

test('the error of a full phone is known in each browser', () => {
  expect(isOutOfRoom(new NoSpaceError())).toBe(true)
  expect(isOutOfRoom(new DOMException('full', 'QuotaExceededError'))).toBe(true)
  for (const name of ['UnknownError', 'AbortError', 'InvalidAccessError'])
    expect(isOutOfRoom(new DOMException('', name)), `${name}, as on a full disk`).toBe(true)
  expect(isOutOfRoom(new TypeError('Failed to fetch'))).toBe(false)
  expect(isOutOfRoom(new DOMException('', 'TimeoutError'))).toBe(false)
  expect(isOutOfRoom(new DOMException('closing', 'InvalidStateError')), 'another tab upgraded the database').toBe(false)
})
