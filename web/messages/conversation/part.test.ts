import { expect, test } from 'vitest'
import type { ShownMessage } from './conversation.ts'
import {
  type ConversationPart,
  indexesOfPart,
  MAX_SHOWN,
  newestPart,
  openedPart,
  partAround,
  withNewer,
  withOlder,
  withoutTooMuch,
} from './part.ts'

const conversationOf = (count: number, first = 0): ShownMessage[] =>
  Array.from({ length: count }, (_, index) => ({
    key: `m${first + index}`,
    isMine: index % 2 === 0,
    text: '',
    sentAt: index,
    state: 'sent',
  }))

const tenThousand = conversationOf(10_000)

test('a conversation opens at its end, and a short one is shown completely', () => {
  expect(indexesOfPart(tenThousand, newestPart(tenThousand))).toEqual({ start: 9984, end: 10_000 })
  expect(indexesOfPart(conversationOf(16), newestPart(conversationOf(16)))).toEqual({ start: 0, end: 16 })
  expect(indexesOfPart([], newestPart([]))).toEqual({ start: 0, end: 0 })
})

test('a conversation that is loaded after it was opened is shown from its end', () => {
  const opened = openedPart(tenThousand, newestPart([]), undefined)
  expect(indexesOfPart(tenThousand, opened)).toEqual({ start: 9984, end: 10_000 })
  expect(indexesOfPart(tenThousand, openedPart(tenThousand, newestPart([]), 'm500'))).toEqual({ start: 495, end: 517 })
  // Later messages do not move its beginning.
  const later = conversationOf(10_001)
  expect(indexesOfPart(later, openedPart(later, opened, undefined))).toEqual({ start: 9984, end: 10_001 })
})

test('a link to a message shows some messages around it', () => {
  const around = (key: string) => indexesOfPart(tenThousand, partAround(tenThousand, key))
  expect(around('m500')).toEqual({ start: 495, end: 517 })
  expect(around('m0')).toEqual({ start: 0, end: 17 })
  expect(around('m9990')).toEqual({ start: 9985, end: 10_000 })
  expect(around('gone')).toEqual(indexesOfPart(tenThousand, newestPart(tenThousand)))
})

test('a person who reads to the beginning and back sees every message, and the document never has too many', () => {
  const seen = new Set<string>()
  let part = newestPart(tenThousand)
  const read = (next: ConversationPart, readAt: 'start' | 'end') => {
    part = withoutTooMuch(tenThousand, next, readAt)
    const { start, end } = indexesOfPart(tenThousand, part)
    expect(end - start).toBeLessThanOrEqual(MAX_SHOWN)
    for (const { key } of tenThousand.slice(start, end)) seen.add(key)
  }
  while (indexesOfPart(tenThousand, part).start > 0) read(withOlder(tenThousand, part), 'start')
  expect(seen.size).toBe(10_000)
  seen.clear()
  while (part.to !== undefined) read(withNewer(tenThousand, part), 'end')
  expect(indexesOfPart(tenThousand, part).end).toBe(10_000)
  expect(seen.size).toBeGreaterThan(9850)
})

test('at the end, new messages are added', () => {
  const part = newestPart(conversationOf(16))
  expect(indexesOfPart(conversationOf(17), part)).toEqual({ start: 0, end: 17 })
})

test('of a hundred older messages from the server, only some are added at once', () => {
  const opened = withOlder(conversationOf(20, 100), newestPart(conversationOf(20, 100)))
  const fetched = conversationOf(120)
  expect(indexesOfPart(fetched, opened)).toEqual({ start: 99, end: 120 })
  expect(indexesOfPart(fetched, withOlder(fetched, opened))).toEqual({ start: 94, end: 120 })
})

test('if its first or last message no longer exists, it moves to the end', () => {
  expect(indexesOfPart(tenThousand, { from: 'gone' })).toEqual({ start: 9995, end: 10_000 })
  expect(indexesOfPart(tenThousand, { from: 'm9950', to: 'gone' })).toEqual({ start: 9945, end: 10_000 })
})
