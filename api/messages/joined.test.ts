import { beforeAll, expect, test } from 'vitest'
import { mergeUser } from '../../contract/account.ts'
import { getInbox } from '../../contract/inbox/inbox.ts'
import { listMessages, markReceivedSeen } from '../../contract/messages.ts'
import { mp3 } from '../media/testing.ts'
import { onEachDatabase, type TestServer } from '../testing.ts'
import { type EmailPerson, newEmail, type Person, register } from '../testing-people.ts'
import { handOver } from './conversation/hand-over.ts'
import { castOn, history, hudaOn, sayVoice, send, startForAll, textsOf, updates } from './testing.ts'

onEachDatabase('conversations of two merged accounts', start => {
  let server: TestServer

  beforeAll(async () => {
    server = await startForAll(start)
  })

  /** Noura learns by phone, and has a second account by e-mail. */
  async function startWithTwo() {
    const cast = await castOn(server)
    const visit = { responderId: cast.mentorId }
    return {
      ...cast,
      byPhone: cast.noura,
      byEmail: await register(server.origin, newEmail(), 'step by step 1', visit),
    }
  }

  test('both were handed over at the same time, with all learners of Salma', async () => {
    const { byPhone, byEmail, mentorId } = await startWithTwo()
    const { hudaId } = await hudaOn(server)
    await handOver(server.services.db, { from: mentorId, to: hudaId }, 1_000_000)
    await handOver(server.services.db, { to: mentorId, learnerUid: byPhone.uid }, 2_000_000)
    await merge(byEmail, byPhone)
    const { handOvers } = await byEmail.call(listMessages, { query: {} })
    expect(handOvers.map(({ responderName }) => responderName)).toEqual(['Huda Kamel', 'Salma Haddad', 'Huda Kamel'])
  })

  test('the merged account keeps one of two mentors, and the conversation shows it', async () => {
    const { byPhone, byEmail, mentorId } = await startWithTwo()
    const { hudaId } = await hudaOn(server)
    await handOver(server.services.db, { to: hudaId, learnerUid: byEmail.uid }, server.services.now() - 1000)
    await send(byPhone, mentorId, 'Dear Salma')
    await merge(byEmail, byPhone)
    const { handOvers, data } = await byEmail.call(listMessages, { query: {} })
    expect(handOvers.map(({ responderName }) => responderName)).toEqual(['Huda Kamel', 'Huda Kamel'])
    expect(Date.parse(handOvers[1]?.at ?? '')).toBeGreaterThan(Date.parse(data[0]?.sentAt ?? ''))
  })

  test('a message whose response was lost is sent again for the merged account, and stored once', async () => {
    const { byPhone, byEmail, salma, mentorId } = await startWithTwo()
    const voice = await sayVoice(server.origin, byPhone, mp3(1), 'voice-lost-on-its-way')
    const unsent = await sayVoice(server.origin, byPhone, mp3(2), 'voice-not-sent-yet')
    const first = await send(byPhone, mentorId, 'once only', { key: 'lost-on-its-way', voice })
    await merge(byEmail, byPhone)
    const again = await send(byEmail, mentorId, 'once only', { key: 'lost-on-its-way', voice })
    expect(again).toEqual({ ...first, from: byEmail.uid })
    expect(textsOf(await history(salma, { with: byEmail.uid }))).toEqual(['once only'])
    const speaker = byEmail as unknown as Person
    expect(await sayVoice(server.origin, speaker, mp3(1), 'voice-lost-on-its-way')).toBe(voice)
    expect(await sayVoice(server.origin, speaker, mp3(2), 'voice-not-sent-yet')).toBe(unsent)
    const both = [byPhone.uid, byEmail.uid]
    const recordings = server.services.db.selectFrom('recordings').where('uid', 'in', both).selectAll()
    expect(await recordings.execute()).toHaveLength(2)
    await send(byEmail, mentorId, 'the other', { voice: unsent })
  })

  test('seen messages stay seen, and others count as unseen until they are seen', async () => {
    const { byPhone, byEmail, salma, mentorId } = await startWithTwo()
    await send(byEmail, mentorId, 'long ago')
    const unseen = await send(salma, byEmail.uid, 'answer of long ago')
    const asked = await send(byPhone, mentorId, 'of now')
    await send(salma, byPhone.uid, 'answer of now')
    const last = await send(salma, byPhone.uid, 'one more')
    await byPhone.call(markReceivedSeen, { body: { from: mentorId, upTo: last.sentAt } })
    await salma.call(markReceivedSeen, { body: { from: byPhone.uid } })
    await merge(byEmail, byPhone)
    expect(await seenIn(byEmail)).toEqual({
      'long ago': false,
      'answer of long ago': false,
      'of now': true,
      'answer of now': true,
      'one more': true,
    })
    expect(await updates(byEmail)).toMatchObject({ unseenCount: { [mentorId]: 1 } })
    expect((await updates(salma)).unseenCount).toEqual({ [byEmail.uid]: 1 })
    const seen = { from: mentorId, upTo: unseen.sentAt }
    expect((await byEmail.call(markReceivedSeen, { body: seen })).data.unseenCount).toEqual({ [mentorId]: 0 })
    await send(byEmail, mentorId, 'newer')
    await salma.call(markReceivedSeen, { body: { from: byEmail.uid, upTo: asked.sentAt } })
    expect((await salma.call(getInbox, {})).data.find(({ uid }) => uid === byEmail.uid)?.unseenCount).toBe(1)
    expect(await seenIn(byEmail)).toMatchObject({ 'long ago': true, newer: false })
  })

  test('messages that were seen in both accounts are seen', async () => {
    const { byPhone, byEmail, salma, mentorId } = await startWithTwo()
    await send(salma, byPhone.uid, 'seen')
    await byPhone.call(markReceivedSeen, { body: { from: mentorId } })
    await send(byEmail, mentorId, 'hello')
    await merge(byEmail, byPhone)
    expect(await seenIn(byEmail)).toEqual({ seen: true, hello: false })
    expect((await updates(byEmail)).unseenCount).toEqual({ [mentorId]: 0 })
  })

  test('Salma’s screen is notified at once', { timeout: 45_000 }, async () => {
    const { byPhone, byEmail, salma, mentorId } = await startWithTwo()
    await send(byPhone, mentorId, 'by phone')
    const { cursor, state } = await updates(salma)
    // At another process the news of the message itself may come late, and end the first poll.
    const told = async (): Promise<object> => {
      const { unseenCount } = await updates(salma, { since: cursor, state }, 60)
      return byPhone.uid in unseenCount ? told() : unseenCount
    }
    const held = told()
    await merge(byEmail, byPhone)
    expect(await held).toEqual({ [byEmail.uid]: 1 })
  })
})

async function merge(by: EmailPerson, phone: Person): Promise<void> {
  const body = { phoneUid: phone.uid, phoneNumber: phone.phone }
  await by.call(mergeUser, { params: { uid: by.uid }, body }, { headers: { 'X-Merge-Proof': phone.idToken } })
}

async function seenIn(who: EmailPerson): Promise<Record<string, boolean>> {
  const messages = await history(who)
  const seen = messages.map(({ seen }) => seen)
  return Object.fromEntries(textsOf(messages).map((text, at) => [text, seen[at] === true]))
}
