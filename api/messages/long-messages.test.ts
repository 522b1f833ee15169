import { beforeAll, expect, test } from 'vitest'
import { setAway } from '../../contract/inbox/away.ts'
import { listMessages } from '../../contract/messages.ts'
import { onEachDatabase, type TestServer } from '../testing.ts'
import { newPhone, type Person } from '../testing-people.ts'
import { type Cast, castOn, hudaOn, send, startForAll, textsOf, updates } from './testing.ts'

/** The longest message, with three bytes a letter; 33 of them are almost a megabyte. */
const longText = (number: number) => `${number} `.padEnd(10_000, '語')
const ON_A_PAGE = 33
const SENT = 40

onEachDatabase('conversations of long messages', start => {
  let server: TestServer
  /** The people for tests that only read. */
  let cast: Cast

  beforeAll(async () => {
    server = await startForAll(start)
    cast = await withLongMessages()
  })

  async function withLongMessages(): Promise<Cast> {
    const cast = await castOn(server)
    for (let number = 0; number < SENT; number++) await send(cast.noura, cast.mentorId, longText(number))
    return cast
  }

  test('news comes in replies that a cheap phone can read, and is complete', async () => {
    const { salma, noura } = cast
    for (const who of [noura, salma]) {
      const first = await updates(who, { since: new Date(0).toISOString() })
      expect(numbersOf(textsOf(first.messages))).toEqual(numbers(0, ON_A_PAGE))
      expect(first.hasMore).toBe(true)
      const next = await updates(who, { since: first.cursor })
      expect(numbersOf(textsOf(next.messages))).toEqual(numbers(ON_A_PAGE, SENT))
      expect(next.hasMore).toBe(false)
    }
  })

  test('a reader who names no start gets the newest messages', async () => {
    const { salma, noura, mentorId } = await withLongMessages()
    for (const who of [noura, salma]) {
      const { messages, cursor, hasMore } = await updates(who)
      expect(numbersOf(textsOf(messages))).toEqual(numbers(SENT - ON_A_PAGE, SENT))
      expect(hasMore).toBe(false)
      expect((await updates(who, { since: cursor })).messages).toEqual([])
    }
    await send(noura, mentorId, 'short')
    expect(textsOf((await updates(noura)).messages).at(-1)).toBe('short')
  })

  test('the conversation can be read back to its beginning', async () => {
    const { salma, noura } = cast
    const pageOf = async (who: Person, query: { with?: string; before?: string }) => who.call(listMessages, { query })
    for (const [who, query] of [
      [noura, {}],
      [salma, { with: noura.uid }],
    ] as const) {
      const newest = await pageOf(who, query)
      expect(numbersOf(textsOf(newest.data))).toEqual(numbers(SENT - ON_A_PAGE, SENT))
      expect(newest.hasOlder).toBe(true)
      const older = await pageOf(who, { ...query, before: newest.data[0]?.sentAt ?? '' })
      expect(numbersOf(textsOf(older.data))).toEqual(numbers(0, SENT - ON_A_PAGE))
      expect(older.hasOlder).toBe(false)
    }
  })

  test('Huda, who covers for Salma, gets the messages of both inboxes in order', async () => {
    const { salma, noura, mentorId } = await withLongMessages()
    const { huda, hudaId } = await hudaOn(server)
    const { uid } = await server.signIn(newPhone(), { responderId: hudaId })
    await salma.call(setAway, { body: { isAway: true, coverId: hudaId } })
    await send(huda, uid, longText(SENT))
    await send(noura, mentorId, longText(SENT + 1))
    const read: number[] = []
    for (let since = new Date(0).toISOString(), hasMore = true; hasMore; ) {
      const answer = await updates(huda, { since })
      read.push(...numbersOf(textsOf(answer.messages)))
      expect(answer.messages.length).toBeLessThanOrEqual(ON_A_PAGE)
      since = answer.cursor
      hasMore = answer.hasMore
    }
    expect(read).toEqual(numbers(0, SENT + 2))
  })
})

function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, at) => from + at)
}

function numbersOf(texts: readonly string[]): number[] {
  return texts.map(text => Number.parseInt(text, 10))
}
