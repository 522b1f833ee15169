import { beforeAll, expect, test } from 'vitest'
import { saveUser } from '../../contract/account.ts'
import { logPage } from '../../contract/lessons.ts'
import { getVoiceUrl, listMessagesAbout, markReceivedSeen, sendMessage } from '../../contract/messages.ts'
import { encodeText } from '../../contract/text/encoded-text.ts'
import { LESSON, mp3, PAGE } from '../media/testing.ts'
import { onEachDatabase, type TestServer } from '../testing.ts'
import {
  addMentor,
  castOn,
  history,
  hudaOn,
  PHONES,
  sayVoice,
  send,
  startForAll,
  startWithAll,
  textsOf,
  updates,
} from './testing.ts'

/** Only 500 characters are shown, and these are 498. So an emoji of three characters after them does not fit. */
const LONG_ANSWER = `When my son fell ${'🙂'.repeat(481)}`

onEachDatabase('messages', start => {
  let server: TestServer

  beforeAll(async () => {
    server = await startForAll(start)
  })

  test('Noura writes, Salma reads and replies, Noura reads the reply', async () => {
    const { salma, noura, mentorId } = await castOn(server)
    const asked = await send(noura, mentorId, 'Ω مرحبًا 👋\n  I have a question')
    expect(asked).toMatchObject({ from: noura.uid, to: String(mentorId), type: 'disciple', seen: false })
    const atSalma = await updates(salma)
    expect(textsOf(atSalma.messages)).toEqual(['Ω مرحبًا 👋\n  I have a question'])
    expect(atSalma.unseenCount).toEqual({ [noura.uid]: 1 })

    await send(salma, noura.uid, 'أهلًا')
    const atNoura = await updates(noura, { since: asked.sentAt })
    expect(textsOf(atNoura.messages)).toEqual(['أهلًا'])
    expect(atNoura.messages[0]).toMatchObject({ from: String(mentorId), to: noura.uid, fromName: 'Salma Haddad' })
    expect(atNoura.unseenCount).toEqual({ [mentorId]: 1 })
    expect((await updates(noura, { since: atNoura.cursor })).messages).toEqual([])
    expect(textsOf(await history(noura))).toEqual(['Ω مرحبًا 👋\n  I have a question', 'أهلًا'])
    expect(textsOf(await history(salma, { with: noura.uid }))).toEqual(textsOf(await history(noura)))
  })

  test('a message counts as seen only after it was seen', async () => {
    const { salma, noura, mentorId } = await castOn(server)
    const first = await send(salma, noura.uid, 'one')
    await send(salma, noura.uid, 'two')
    const { data } = await noura.call(markReceivedSeen, { body: { from: mentorId, upTo: first.sentAt } })
    expect(data.unseenCount).toEqual({ [mentorId]: 1 })
    expect((await history(noura)).map(({ seen }) => seen)).toEqual([true, false])
    await noura.call(markReceivedSeen, { body: { from: String(mentorId) } })
    expect((await updates(noura)).unseenCount).toEqual({ [mentorId]: 0 })
    expect((await history(salma, { with: noura.uid })).map(({ seen }) => seen)).toEqual([true, true])
    // The time up to which messages are seen never moves back.
    await noura.call(markReceivedSeen, { body: { from: mentorId, upTo: first.sentAt } })
    expect((await updates(noura)).unseenCount).toEqual({ [mentorId]: 0 })
  })

  test('Noura is notified that Salma has seen her message', async () => {
    const { salma, noura, mentorId } = await castOn(server)
    const asked = await send(noura, mentorId, 'Are you there?')
    const before = await updates(noura)
    await salma.call(markReceivedSeen, { body: { from: noura.uid } })
    const after = await updates(noura, { since: before.cursor })
    expect(after.state).not.toBe(before.state)
    expect(after.seenUpTo).toBe(asked.sentAt)
    expect(after.responder).toEqual({ id: mentorId, name: 'Salma Haddad', isAway: false })
  })

  test('a message that is sent again under its key is the same message', async () => {
    const { salma, noura, mentorId } = await castOn(server)
    const [once, again] = [
      await send(noura, mentorId, 'once', { key: 'key-of-noura' }),
      await send(noura, mentorId, 'once', { key: 'key-of-noura' }),
    ]
    expect(again).toEqual(once)
    expect((await history(salma, { with: noura.uid }))[0]?.key).toBe('key-of-noura')
    await expect(send(noura, mentorId, 'other', { key: 'key-of-noura' })).rejects.toMatchObject({ status: 422 })
    await send(salma, noura.uid, 'once', { key: 'key-of-noura' })
    expect(textsOf(await history(noura))).toEqual(['once', 'once'])
  })

  test('a key that Salma used for Noura does not work for Yousef', async () => {
    const { salma, noura, yousef } = await castOn(server)
    const key = 'key-of-salma'
    const praise = await send(salma, noura.uid, 'Well done!', { key })
    await expect(send(salma, yousef.uid, 'Well done!', { key })).rejects.toMatchObject({ status: 422 })
    expect(await history(yousef)).toEqual([])
    expect(await send(salma, noura.uid, 'Well done!', { key })).toEqual(praise)
  })

  test('fifty simultaneous requests with one key count as one', async () => {
    const { noura, mentorId } = await castOn(server)
    const sent = await Promise.all(
      Array.from({ length: 50 }, () => send(noura, mentorId, 'storm', { key: 'one-and-the-same' })),
    )
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1)
    expect(await history(noura)).toHaveLength(1)
  })

  test('a hundred messages within one frozen millisecond arrive in order', async () => {
    const { server, noura, salma, mentorId } = await startWithAll(start)
    server.clock.stop()
    const frozen = server.clock.now()
    const texts = Array.from({ length: 100 }, (_, number) => `message ${number}`)
    for (const text of texts) await send(noura, mentorId, text)
    let since: string | undefined = new Date(frozen - 1).toISOString()
    const read: string[] = []
    for (;;) {
      const { messages, cursor } = await updates(salma, { since })
      if (messages.length === 0) break
      read.push(...textsOf(messages))
      since = cursor
    }
    expect(read).toEqual(texts)
  })

  test('older messages are loaded page by page', async () => {
    const { noura, mentorId } = await castOn(server)
    for (let number = 0; number < 130; number++) await send(noura, mentorId, `message ${number}`)
    const newest = await history(noura)
    expect(textsOf(newest)).toEqual(Array.from({ length: 100 }, (_, at) => `message ${30 + at}`))
    const older = await history(noura, { before: newest[0]?.sentAt ?? '' })
    expect(textsOf(older)).toEqual(Array.from({ length: 30 }, (_, at) => `message ${at}`))
  })

  test("a question about a page contains the page and Noura's answer on it, up to the last whole letter", async () => {
    const { salma, noura, mentorId } = await castOn(server)
    await server.importCourse('courses/first-aid-en')
    await server.services.catalogue.refresh()
    const entry = {
      userId: noura.uid,
      pageId: PAGE.id,
      pageNumber: PAGE.number,
      answer: `${LONG_ANSWER}👩‍🏫 and after`,
    }
    await noura.call(logPage, { params: { lessonId: LESSON }, body: entry })
    const asked = await send(noura, mentorId, 'Was that right?', { about: { lessonId: LESSON, pageId: PAGE.id } })
    expect(asked.about).toMatchObject({ lessonId: LESSON, pageId: PAGE.id, pageNumber: 9, answer: LONG_ANSWER })
    expect(asked.about?.pageTitle).not.toBe('')
    const reply = await send(salma, noura.uid, 'Yes', { about: { lessonId: LESSON, pageId: PAGE.id } })
    const { data } = await noura.call(listMessagesAbout, { params: { lessonId: LESSON } })
    expect(data.map(({ id }) => id)).toEqual([asked.id, reply.id])
    await expect(send(noura, mentorId, 'x', { about: { lessonId: LESSON, pageId: 'none' } })).rejects.toMatchObject({
      status: 404,
    })
  })

  test('only the two people of the conversation can play a voice note', async () => {
    const { salma, noura, yousef, mentorId } = await castOn(server)
    const voice = await sayVoice(server.origin, salma, mp3(2), 'voice-of-salma')
    expect(await sayVoice(server.origin, salma, mp3(2), 'voice-of-salma')).toBe(voice)
    const said = await send(salma, noura.uid, '', { voice })
    expect(said).toMatchObject({ content: '', voice: { seconds: 2 } })
    for (const who of [salma, noura]) {
      const { data } = await who.call(getVoiceUrl, { params: { messageId: said.id } })
      const response = await fetch(server.origin + data.url)
      expect(Buffer.from(await response.arrayBuffer())).toEqual(mp3(2))
    }
    await expect(yousef.call(getVoiceUrl, { params: { messageId: said.id } })).rejects.toMatchObject({ status: 404 })
    await expect(send(salma, noura.uid, '', { voice })).rejects.toMatchObject({ status: 404 })
    await expect(send(noura, mentorId, '', { voice })).rejects.toMatchObject({ status: 404 })
  })

  test('Noura gets an error if she has no mentor', async () => {
    const server = await start()
    const noura = await server.signIn(PHONES.noura)
    expect(await updates(noura)).toMatchObject({ messages: [], unseenCount: {}, responder: null })
    await expect(send(noura, 1, 'hello')).rejects.toMatchObject({ status: 409, code: 'messenger/no-responder' })
    await addMentor(server, 'Salma Haddad', PHONES.salma)
    await noura.call(saveUser, { params: { uid: noura.uid }, body: {} })
    expect(await send(noura, 1, 'hello')).toMatchObject({ to: '1' })
  })

  test('a mentor cannot be a learner of themselves', async () => {
    const { salma } = await castOn(server)
    await hudaOn(server)
    const { data } = await salma.call(saveUser, { params: { uid: salma.uid }, body: {} })
    expect(data.user.responder_id).toBeNull()
  })

  test('without the messenger there are no conversations, and no screen can offer to write to a mentor', async () => {
    const { noura } = await startWithAll(start, { MESSENGER_ENABLED: 'off' })
    const { data } = await noura.call(saveUser, { params: { uid: noura.uid }, body: {} })
    expect(data.user).toMatchObject({ responder_id: null, responder_name: null })
    await expect(updates(noura)).rejects.toMatchObject({ status: 404 })
    await expect(send(noura, 1, 'hello')).rejects.toMatchObject({ status: 404 })
    await expect(history(noura)).rejects.toMatchObject({ status: 404 })
  })

  test('the server decides the sender, the time and whether a message was seen', async () => {
    const { noura, yousef, mentorId } = await castOn(server)
    const forged = { from: yousef.uid, id: 'mine', sentAt: '2001-01-01T00:00:00.000Z', seen: true }
    const body = { to: mentorId, content: encodeText('hello'), type: 'disciple' as const, ...forged }
    const { data } = await noura.call(sendMessage, { body })
    expect(data).toMatchObject({ from: noura.uid, seen: false })
    expect(data.id).not.toBe('mine')
    expect(data.sentAt > '2026').toBe(true)
    expect(await history(yousef)).toEqual([])
  })
})
