import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { getUpdates, markReceivedSeen } from '../../contract/messages.ts'
import { signOut } from '../../contract/sign-in/session.ts'
import { DAY } from '../../contract/time.ts'
import { onEachDatabase, type TestServer } from '../testing.ts'
import type { Person } from '../testing-people.ts'
import { inboxKey } from './hub/hub.ts'
import { castOn, send, startForAll, startWithAll, textsOf, updates } from './testing.ts'

const LONG_WAIT = 50
/** A long poll that ends within this many ms was ended before its time was over. */
const SOONER = 30_000

onEachDatabase('delivery', (start, database) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startForAll(start)
  })

  /** Polls like a browser that is up to date. It must not matter whether the poll already waits when the news comes. */
  async function held(who: Person, seconds = LONG_WAIT) {
    const { cursor, state } = await updates(who)
    const answer = updates(who, { since: cursor, state }, seconds)
    // The poll may be rejected before the test awaits it.
    answer.catch(() => {})
    return { answer }
  }

  /** Waits for the next messages. A reply without messages may come first, if the messages came during a query. */
  async function next(who: Person) {
    const { cursor, state } = await updates(who)
    const ask = async (known: string): Promise<string[]> => {
      const answer = await updates(who, { since: cursor, state: known }, LONG_WAIT)
      return answer.messages.length > 0 ? textsOf(answer.messages) : ask(answer.state)
    }
    return { texts: ask(state) }
  }

  test('a long poll ends as soon as there is news', async () => {
    const { salma, noura, mentorId } = await castOn(server)
    const atNoura = await next(noura)
    const atSalma = await next(salma)
    await send(noura, mentorId, 'news')
    expect(await atSalma.texts).toEqual(['news'])
    // The sender's other devices get the message, too.
    expect(await atNoura.texts).toEqual(['news'])
  })

  test('a reader who asks for changes only gets an empty reply without news, and everything with news', async () => {
    const { salma, noura, mentorId } = await castOn(server)
    const { cursor, state } = await updates(noura)
    const headers = { Prefer: 'wait=1, return=minimal' }
    const askedWith = (query: object) => noura.call(getUpdates, { query }, { headers })
    expect(await askedWith({ since: cursor, state })).toBeUndefined()
    // A client without a state does not know what has changed.
    expect((await askedWith({ since: cursor })).data.state).toBe(state)
    await send(salma, noura.uid, 'news')
    expect(textsOf((await askedWith({ since: cursor, state })).data.messages)).toEqual(['news'])
    const seen = await updates(noura)
    await send(noura, mentorId, 'thanks')
    const { sentAt } = await send(noura, mentorId, 'thanks again')
    await salma.call(markReceivedSeen, { body: { from: noura.uid } })
    expect((await askedWith({ since: sentAt, state: seen.state })).data).toMatchObject({ seenUpTo: sentAt })
  })

  test('it is news that a message was seen', async () => {
    const { salma, noura, mentorId } = await castOn(server)
    const asked = await send(noura, mentorId, 'seen?')
    const atNoura = await held(noura)
    await salma.call(markReceivedSeen, { body: { from: noura.uid } })
    expect(await atNoura.answer).toMatchObject({ messages: [], seenUpTo: asked.sentAt })
  })

  test('a reader with an older state gets a reply at once', async () => {
    const { noura, mentorId } = await castOn(server)
    const { state } = await updates(noura)
    const { sentAt } = await send(noura, mentorId, 'hello')
    expect((await updates(noura, { since: sentAt, state: 'older' }, LONG_WAIT)).state).toBe(state)
  })

  test('news of others does not end a long poll', async () => {
    const { noura, yousef, mentorId } = await castOn(server)
    const atYousef = await held(yousef, 1)
    await send(noura, mentorId, 'not for Yousef')
    expect((await atYousef.answer).messages).toEqual([])
  })

  test(
    'a long poll gives nothing to Noura after she has signed out',
    async () => {
      const { salma, noura } = await castOn(server)
      const atNoura = await held(noura)
      await expect.poll(() => server.services.hub.hasSubscribers(noura.uid)).toBe(true)
      await noura.call(signOut, {})
      await send(salma, noura.uid, 'not for the person who has this phone now')
      await expect(atNoura.answer).rejects.toMatchObject({ status: 401 })
    },
    SOONER,
  )

  test(
    'a sign-out ends the long poll of its session at once, and no other one of that person',
    async () => {
      const { noura } = await castOn(server)
      const elsewhere = await server.signIn(noura.phone)
      const [here, there] = [await held(noura), await held(elsewhere, 2)]
      await expect.poll(() => server.services.hub.hasSubscribers(noura.uid)).toBe(true)
      await noura.call(signOut, {})
      await expect(here.answer).rejects.toMatchObject({ status: 401 })
      expect((await there.answer).messages).toEqual([])
    },
    SOONER,
  )

  test(
    'a wake-up without news does not end a long poll',
    async () => {
      const { noura, salma } = await castOn(server)
      const { hub } = server.services
      const atNoura = await held(noura)
      await expect.poll(() => hub.hasSubscribers(noura.uid)).toBe(true)
      let isOver = false
      void atNoura.answer.finally(() => {
        isOver = true
      })
      for (let count = 0; count < 3; count++) {
        hub.publish([noura.uid])
        await new Promise(resolve => setTimeout(resolve, 50))
      }
      expect(isOver).toBe(false)
      await send(salma, noura.uid, 'news')
      expect(textsOf((await atNoura.answer).messages)).toEqual(['news'])
    },
    SOONER,
  )

  test.each([
    ['signed out everywhere', { signed_out_at: Date.now() + DAY }, { status: 401 }],
    ['blocked', { blocked_at: Date.now() }, { status: 403, code: 'auth/login-blocked' }],
  ])('a long poll gives nothing to a person who was %s meanwhile', async (_, ended, no) => {
    const { salma, noura, mentorId } = await castOn(server)
    const atNoura = await held(noura)
    const atSalma = await held(salma)
    const { db, hub } = server.services
    await expect.poll(() => hub.hasSubscribers(noura.uid) && hub.hasSubscribers(salma.uid)).toBe(true)
    await db.updateTable('users').set(ended).where('uid', 'in', [noura.uid, salma.uid]).execute()
    hub.publish([noura.uid, inboxKey(mentorId)])
    await expect(atNoura.answer).rejects.toMatchObject(no)
    await expect(atSalma.answer).rejects.toMatchObject(no)
  })

  test(
    'a person can have twenty long polls: one more ends the oldest',
    async () => {
      const { salma, noura } = await castOn(server)
      const { cursor, state } = await updates(noura)
      const ask = () => updates(noura, { since: cursor, state }, LONG_WAIT)
      const oldest = ask()
      await expect.poll(() => server.services.hub.hasSubscribers(noura.uid)).toBe(true)
      // A refused call does not count as a long poll.
      const refused = () =>
        expect(updates(noura, { since: '9999-12-31T23:59:59-23:59', state }, LONG_WAIT)).rejects.toThrow()
      await Promise.all(Array.from({ length: 20 }, refused))
      await updates(noura)
      expect(server.services.hub.hasSubscribers(noura.uid)).toBe(true)
      const others = Array.from({ length: 20 }, ask)
      expect((await oldest).messages).toEqual([])
      await send(salma, noura.uid, 'news')
      for (const other of await Promise.all(others)) expect(textsOf(other.messages)).toEqual(['news'])
    },
    SOONER,
  )

  test('a server that leaves ends all long polls', async () => {
    const { server, noura } = await startWithAll(start)
    const atNoura = await held(noura)
    await server.services.hub.close()
    expect((await atNoura.answer).messages).toEqual([])
    const { cursor, state } = await updates(noura)
    expect((await updates(noura, { since: cursor, state }, LONG_WAIT)).messages).toEqual([])
  })

  if (database === 'postgres') {
    test('a message sent through one process arrives at another', async () => {
      const { server, salma, noura, mentorId } = await startWithAll(start)
      const other = await server.another()
      const salmaElsewhere = { ...salma, call: (await other.signIn(salma.phone)).call }
      const atSalma = await next(salmaElsewhere)
      await send(noura, mentorId, 'across')
      expect(await atSalma.texts).toEqual(['across'])
    })

    test('a broken connection to the database wakes all long polls, and is opened again', async () => {
      const { server, salma, noura, mentorId } = await startWithAll(start)
      const other = await server.another()
      const salmaElsewhere = { ...salma, call: (await other.signIn(salma.phone)).call }
      const atSalma = await held(salmaElsewhere, 5)
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where query like 'listen%' and datname = current_database()`.execute(server.services.db)
      expect((await atSalma.answer).messages).toEqual([])
      const again = await next(salmaElsewhere)
      await send(noura, mentorId, 'mended')
      expect(await again.texts).toEqual(['mended'])
    })
  }
})
