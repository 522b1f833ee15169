import { expect, test } from 'vitest'
import type { Shown } from './conversation.ts'
import { MOST_SHOWN, newestPart, type Part, placesOf, withNewer, withOlder, withoutTooMuch } from './part.ts'

const conversationOf = (count: number, first = 0): Shown[] =>
  Array.from({ length: count }, (_, index) => ({
    key: `m${first + index}`,
    isMine: index % 2 === 0,
    text: '',
    sentAt: index,
    state: 'sent',
  }))

const tenThousand = conversationOf(10_000)

test('a conversation opens at its end, and a short one stands there whole', () => {
  expect(placesOf(tenThousand, newestPart(tenThousand))).toEqual({ start: 9900, end: 10_000 })
  expect(placesOf(conversationOf(99), newestPart(conversationOf(99)))).toEqual({ start: 0, end: 99 })
  expect(placesOf([], newestPart([]))).toEqual({ start: 0, end: 0 })
})

test('whoever reads to the beginning and back meets every message, and never too many at once', () => {
  const seen = new Set<string>()
  let part = newestPart(tenThousand)
  const read = (next: Part, readAt: 'start' | 'end') => {
    part = withoutTooMuch(tenThousand, next, readAt)
    const { start, end } = placesOf(tenThousand, part)
    expect(end - start).toBeLessThanOrEqual(MOST_SHOWN)
    for (const { key } of tenThousand.slice(start, end)) seen.add(key)
  }
  while (part.from !== undefined) read(withOlder(tenThousand, part), 'start')
  expect(seen.size).toBe(10_000)
  seen.clear()
  while (part.to !== undefined) read(withNewer(tenThousand, part), 'end')
  expect(placesOf(tenThousand, part).end).toBe(10_000)
  expect(seen.size).toBeGreaterThan(9700)
})

test('at its end it goes with the news, at its beginning with what the server has before', () => {
  const part = newestPart(conversationOf(50, 100))
  expect(placesOf(conversationOf(51, 100), part)).toEqual({ start: 0, end: 51 })
  const opened = withOlder(conversationOf(100, 100), newestPart(conversationOf(100, 100)))
  expect(placesOf(conversationOf(200), opened)).toEqual({ start: 0, end: 200 })
})

test('where its first or last message is no longer there, it stands at the end', () => {
  expect(placesOf(tenThousand, { from: 'gone' })).toEqual({ start: 9900, end: 10_000 })
  expect(placesOf(tenThousand, { from: 'm9950', to: 'gone' })).toEqual({ start: 9950, end: 10_000 })
})
