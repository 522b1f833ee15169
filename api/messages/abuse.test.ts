import { beforeAll, expect, test } from 'vitest'
import { listMessages, listMessagesAbout, markReceivedSeen, sendMessage } from '../../contract/messages.ts'
import { encodeText } from '../../contract/text/encoded-text.ts'
import { onEachDatabase, type TestServer } from '../testing.ts'
import type { Person } from '../testing-people.ts'
import { castOn, history, hudaOn, send, startForAll, updates } from './testing.ts'

onEachDatabase('abuse of the messenger', start => {
  let server: TestServer
  /** A server with the usual limits. Its clock stands still, except where a test advances it. */
  let limited: TestServer

  beforeAll(async () => {
    server = await startForAll(start)
    limited = await start({ isForAll: true })
    limited.clock.stop()
  })

  async function post(server: TestServer, who: Person, path: string, body: unknown): Promise<number> {
    const headers = { Authorization: `Bearer ${who.idToken}`, 'Content-Type': 'application/json' }
    const response = await fetch(server.origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
    return response.status
  }

  async function ask(server: TestServer, who: Person, query: string): Promise<number> {
    const headers = { Authorization: `Bearer ${who.idToken}` }
    return (await fetch(`${server.origin}/messenger/v2/getUpdates?${query}`, { headers })).status
  }

  test('Noura can write only to her own mentor', async () => {
    const { noura, yousef } = await castOn(server)
    const { hudaId } = await hudaOn(server)
    for (const to of [hudaId, yousef.uid, noura.uid, `${hudaId} OR 1`, 0, -1, 99])
      await expect(send(noura, to, 'hello'), String(to)).rejects.toMatchObject({
        status: 403,
        code: 'messenger/not-your-responder',
      })
    for (const to of [['1'], {}, null, true, 1.5, ''])
      expect(await post(server, noura, sendMessage.path, { to, content: 'aGk=', type: 'disciple' })).toBe(400)
    for (const from of [hudaId, yousef.uid])
      await expect(noura.call(markReceivedSeen, { body: { from } })).rejects.toMatchObject({ status: 403 })
    const { db } = server.services
    const sent = db.selectFrom('messages').where('learner_uid', 'in', [noura.uid, yousef.uid]).selectAll()
    expect(await sent.execute()).toEqual([])
  })

  test.each([
    ['of another type', { type: 'admin', content: 'aGk=' }],
    ['that is no base64', { content: '%%%' }],
    ['in base64url', { content: 'Pz8_' }],
    ['with blanks in it', { content: 'a G k =' }],
    ['without its padding', { content: 'aGk' }],
    ['of bytes that are no text', { content: '/w==' }],
    ['with half a character', { content: Buffer.from([0xed, 0xa0, 0x80]).toString('base64') }],
    ['with a zero in it', { content: encodeText('a\0b') }],
    ['that is empty', { content: '' }],
    ['of blanks', { content: encodeText(' \n\t ') }],
    ['that is too narrow to be seen', { content: encodeText('\u200b\u2060\ufeff') }],
    ['of letters without a shape', { content: encodeText('\u3164 \u2800\uffa0') }],
    ['of marks of direction', { content: encodeText('\u202e\u200f\u2066') }],
  ])('a message %s is refused', async (_, wrong) => {
    const { noura, mentorId } = await castOn(server)
    expect(await post(server, noura, sendMessage.path, { to: mentorId, type: 'disciple', ...wrong })).toBe(400)
    expect(await history(noura)).toEqual([])
  })

  test('a message is decoded once, and has at most ten thousand characters', async () => {
    const { noura, mentorId } = await castOn(server)
    const wrapped = encodeText(encodeText('hi'))
    const { data } = await noura.call(sendMessage, { body: { to: mentorId, content: wrapped, type: 'disciple' } })
    expect(data.content).toBe(wrapped)
    await send(noura, mentorId, 'س'.repeat(10_000))
    await expect(send(noura, mentorId, 'x'.repeat(10_001))).rejects.toMatchObject({ status: 413 })
    const bomb = { to: mentorId, content: 'QUFB'.repeat(20_000), type: 'disciple' }
    expect(await post(server, noura, sendMessage.path, bomb)).toBe(413)
  })

  test('the thirty-first message of a minute has to wait', async () => {
    const { noura, mentorId, server } = await castOn(limited)
    for (let count = 0; count < 30; count++) await send(noura, mentorId, `message ${count}`)
    await expect(send(noura, mentorId, 'one more')).rejects.toMatchObject({ status: 429 })
    server.clock.advance(60_000)
    await send(noura, mentorId, 'later')
  })

  test.each<[string, number, (noura: Person, mentorId: number) => Promise<unknown>]>([
    ['asks for news', 120, noura => updates(noura)],
    ['reads her conversation', 60, noura => history(noura)],
    ['reads about a lesson', 60, noura => noura.call(listMessagesAbout, { params: { lessonId: 'a-lesson' } })],
    ['has seen all', 120, (noura, from) => noura.call(markReceivedSeen, { body: { from } })],
  ])('a person who %s more than %i times in a minute has to wait', async (_, times, act) => {
    const { server, noura, yousef, mentorId } = await castOn(limited)
    for (let count = 0; count < times; count++) await act(noura, mentorId)
    server.clock.advance(20_000)
    await expect(act(noura, mentorId)).rejects.toMatchObject({ status: 429, retryAfter: 40 })
    await act(yousef, mentorId)
    server.clock.advance(40_000)
    await act(noura, mentorId)
  })

  test('a refused message counts for the limit, and a repeated one does not', async () => {
    const { noura, yousef, mentorId, server } = await castOn(limited)
    const first = await send(noura, mentorId, 'first', { key: 'key-of-noura' })
    for (let count = 1; count < 30; count++)
      await expect(send(noura, mentorId, 'x', { voice: 'none' })).rejects.toMatchObject({ status: 404 })
    await expect(send(noura, mentorId, 'x', { voice: 'none' })).rejects.toMatchObject({ status: 429 })
    await expect(send(noura, mentorId, 'one more')).rejects.toMatchObject({ status: 429 })
    expect(await send(noura, mentorId, 'first', { key: 'key-of-noura' })).toEqual(first)
    for (let count = 0; count < 30; count++)
      await expect(send(yousef, noura.uid, 'x')).rejects.toMatchObject({ status: 403 })
    await expect(send(yousef, noura.uid, 'x')).rejects.toMatchObject({ status: 429 })
    server.clock.advance(60_000)
    await send(noura, mentorId, 'later')
  })

  test('the shortest text and a single emoji are sent', async () => {
    const { noura, mentorId } = await castOn(server)
    for (const text of ['؟', '👋🏽', '٣', '\u202eنعم', '❤️', '.']) await send(noura, mentorId, text)
    expect(await history(noura)).toHaveLength(6)
  })

  test('an invalid time is refused', async () => {
    const { noura } = await castOn(server)
    for (const since of ['garbage', '275760-09-13T00:00:00Z', '0000', '1', 'null', '', '2026-13-45T99:99:99Z'])
      expect(await ask(server, noura, `since=${encodeURIComponent(since)}`), since).toBe(400)
    for (const since of ['9999-12-31T23:59:59-23:59', '0000-01-01T00:00:00+00:01'])
      expect(await ask(server, noura, `since=${encodeURIComponent(since)}`), since).toBe(400)
    const { cursor } = await updates(noura, { since: '9999-12-31T23:59:59.999Z' })
    expect((await updates(noura, { since: cursor })).cursor).toBe(cursor)
    expect(await ask(server, noura, 'since=2026-01-01T00:00:00Z&since=2026-01-01T00:00:00Z')).toBe(400)
    expect(await ask(server, noura, `since=${encodeURIComponent('2026-01-01T00:00:00.000Z')}`)).toBe(200)
  })

  test('Yousef cannot read messages of Noura, and Huda none of Salma’s learners', async () => {
    const { noura, yousef, mentorId } = await castOn(server)
    const { huda } = await hudaOn(server)
    await send(noura, mentorId, 'for Salma only')
    expect((await updates(yousef)).messages).toEqual([])
    expect(await updates(huda)).toMatchObject({ messages: [], unseenCount: {} })
    await expect(yousef.call(listMessages, { query: { with: noura.uid } })).rejects.toMatchObject({ status: 403 })
    for (const learner of [noura.uid, 'nobody', yousef.uid])
      await expect(huda.call(listMessages, { query: { with: learner } })).rejects.toMatchObject({
        status: 403,
        code: 'messenger/not-your-learner',
      })
    await expect(send(huda, noura.uid, 'hello')).rejects.toMatchObject({ status: 403 })
    await expect(huda.call(markReceivedSeen, { body: { from: noura.uid } })).rejects.toMatchObject({ status: 403 })
  })
})
