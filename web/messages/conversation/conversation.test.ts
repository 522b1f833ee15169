import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Message } from '../../../contract/messages.ts'
import { encodeText } from '../../../contract/text/encoded-text.ts'
import { laterTime, mergeMessages } from '../../offline/merge-messages.ts'
import { pauseLive } from '../../user/pause-live.ts'
import { byDay, conversation, handOversIn, startOfDay, type UnsentMessage } from './conversation.ts'
import { conversationQuery } from './conversation-query.ts'

const NOURA = 'noura'
const isMine = (message: Message) => message.from === NOURA
const options = { isMine, seenUpTo: undefined }

function message(id: string, at: number, more: Partial<Message> = {}): Message {
  const sentAt = new Date(at).toISOString()
  return { id, from: NOURA, to: '1', content: encodeText(id), type: 'disciple', sentAt, seen: false, ...more }
}

function unsent(id: string, writtenAt: number, more: Partial<UnsentMessage> = {}): UnsentMessage {
  return { id, writtenAt, tries: 0, content: { to: '1', text: id }, ...more }
}

test('each message is there once and in its place, whatever the order and number of copies', () => {
  const all = Array.from({ length: 8 }, (_, at) => message(`m${at}`, 1000 + at))
  const answers = fc.array(fc.subarray(all), { maxLength: 8 })
  fc.assert(
    fc.property(answers, lists => {
      const merged = [...lists, all].reduce<Message[]>((known, news) => mergeMessages(known, news), [])
      expect(merged.map(({ id }) => id)).toEqual(all.map(({ id }) => id))
    }),
  )
})

test('the later copy of a message wins', () => {
  const [merged] = mergeMessages([message('a', 1)], [message('a', 1, { seen: true })])
  expect(merged?.seen).toBe(true)
})

test('only a strictly newer time moves the start of the next poll', () => {
  const [older, newer] = ['2026-11-21T10:00:00.000Z', '2026-11-21T10:00:00.001Z']
  expect(laterTime(undefined, older)).toBe(older)
  expect(laterTime(newer, older)).toBe(newer)
  expect(laterTime(newer, newer)).toBe(newer)
  expect(laterTime(older, newer)).toBe(newer)
  expect(laterTime(older, undefined)).toBe(older)
})

test("a waiting message is last until the server's copy arrives, and keeps its key", () => {
  const own = unsent('key-1', 5000)
  const before = conversation([message('a', 9000)], [own], options)
  expect(before.map(({ key, state }) => [key, state])).toEqual([
    ['a', 'sent'],
    ['key-1', 'waiting'],
  ])
  // The poll was faster than the response to the request: the item is still in the outbox.
  const both = conversation([message('a', 9000), message('b', 9001, { key: 'key-1' })], [own], options)
  expect(both.map(({ key, id }) => [key, id])).toEqual([
    ['a', 'a'],
    ['key-1', 'b'],
  ])
})

test('a refused message has failed, and a message seen by the mentor shows it', () => {
  expect(conversation([], [unsent('k', 1, { refusedAs: 'forbidden' })], options)[0]?.state).toBe('failed')
  const seenUpTo = new Date(1500).toISOString()
  const [first, second] = conversation([message('a', 1000), message('b', 2000)], [], { isMine, seenUpTo })
  expect([first?.state, second?.state]).toEqual(['seen', 'sent'])
})

test('refused messages stay at their time, in their order, and waiting ones are last', () => {
  const refused = (id: string, at: number) => unsent(id, at, { refusedAs: 'bad-request' })
  const waiting = [refused('first', 1500), unsent('waiting', 1200), refused('second', 2500), refused('third', 2600)]
  const shown = conversation([message('a', 1000), message('b', 2000)], waiting, options)
  expect(shown.map(({ key }) => key)).toEqual(['a', 'first', 'b', 'second', 'third', 'waiting'])
})

test.each([
  [{ tries: 0 }, 'waiting'],
  [{ tries: 1, lastStatus: 0 }, 'later'],
  [{ tries: 1, lastStatus: 429 }, 'waiting'],
  [{ tries: 1, lastStatus: 502 }, 'waiting'],
  [{ tries: 2, lastStatus: 500 }, 'failed'],
  [{ tries: 1, lastStatus: 200, refusedAs: 'internal' }, 'failed'],
])('an unsent message with %j is %s', (more, state) => {
  expect(conversation([], [unsent('k', 1, more)], options)[0]?.state).toBe(state)
})

test('a text that is not base64 is shown unchanged', () => {
  expect(conversation([message('a', 1, { content: 'hello %' })], [], options)[0]?.text).toBe('hello %')
})

test("days start at midnight of the reader's time zone", () => {
  const [late, early] = [new Date(2026, 10, 20, 23, 59), new Date(2026, 10, 21, 0, 1)]
  const shown = conversation([message('a', late.getTime()), message('b', early.getTime())], [], options)
  const days = byDay(shown, [{ at: early.toISOString(), responderName: 'Huda' }])
  expect(days.map(day => [day.shown.length, day.handOvers.length])).toEqual([
    [1, 0],
    [1, 1],
  ])
})

test('yesterday is the day before, also where summer time begins at midnight', () => {
  // In Cairo, 24 April 2026 began at one o'clock.
  vi.stubEnv('TZ', 'Africa/Cairo')
  onTestFinished(() => void vi.unstubAllEnvs())
  const [thursday, friday] = [new Date(2026, 3, 23, 21), new Date(2026, 3, 24, 9)]
  expect(friday.getTime() - thursday.getTime(), 'eleven hours, in the zone of Cairo').toBe(11 * 3_600_000)
  const shown = conversation([message('a', thursday.getTime()), message('b', friday.getTime())], [], options)
  const [yesterday, today] = byDay(shown).map(({ start }) => start)
  expect(startOfDay(friday.getTime())).toBe(today)
  expect(startOfDay(today as number, -1)).toBe(yesterday)
})

test('a message that waits is last, also if the clock of the phone is a day behind', () => {
  const [day, before] = [new Date(2026, 10, 21, 9), new Date(2026, 10, 20, 9)]
  const shown = conversation([message('a', day.getTime())], [unsent('b', before.getTime())], options)
  expect(byDay(shown).map(({ shown }) => shown.map(({ key }) => key))).toEqual([['a', 'b']])
})

test('an unchanged message is the same object, so it is not drawn again', () => {
  const [mine, theirs] = [message('a', 1), message('b', 2, { from: '1', to: NOURA })]
  const before = conversation([mine, theirs], [], options)
  const after = conversation([mine, theirs], [], { isMine, seenUpTo: new Date(1).toISOString() })
  expect(after[1]).toBe(before[1])
  expect([before[0]?.state, after[0]?.state]).toEqual(['sent', 'seen'])
})

test('a part in the middle shows only the hand-overs within its time', () => {
  const part = conversation([message('a', 100), message('b', 200)], [], options)
  const handOvers = [50, 150, 250].map(at => ({ at: new Date(at).toISOString(), responderName: 'Huda' }))
  const seen = (isOpenBefore: boolean, isOpenAfter: boolean) =>
    handOversIn(part, handOvers, { isOpenBefore, isOpenAfter }).map(({ at }) => Date.parse(at))
  expect(seen(false, false)).toEqual([50, 150, 250])
  expect(seen(true, false)).toEqual([150, 250])
  expect(seen(true, true)).toEqual([150])
})

test('of a very long conversation the newest messages are saved for a visit without a network', () => {
  const messages = Array.from({ length: 10_000 }, (_, at) => message(String(at), at))
  const { partToSave } = conversationQuery('noura', undefined)
  const saved = partToSave({ messages, hasOlder: false, handOvers: [] })
  expect(saved.messages).toEqual(messages.slice(-500))
  expect(saved.hasOlder).toBe(true)
  const short = { messages: messages.slice(0, 500), hasOlder: false, handOvers: [] }
  expect(partToSave(short)).toBe(short)
})

test("a conversation is asked for neither with the token of an account that is being merged, nor with another person's", async () => {
  const fetch = vi.fn(async () => Response.json({ success: true, data: [] }))
  vi.stubGlobal('fetch', fetch)
  const goOn = pauseLive(NOURA)
  const loaded = conversationQuery(NOURA, undefined)
    .queryFn()
    .catch(({ code }) => code)
  expect(await Promise.race([loaded, new Promise(resolve => setTimeout(resolve, 50, 'waits'))])).toBe('waits')
  goOn()
  expect(await loaded).toBe('auth/unauthorized')
  expect(fetch).not.toHaveBeenCalled()
  vi.unstubAllGlobals()
})
