import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { setAway } from '../../../contract/inbox/away.ts'
import { markReceivedSeen } from '../../../contract/messages.ts'
import { unsubscribe } from '../../../contract/push.ts'
import { MINUTE } from '../../../contract/time.ts'
import { eraseDue } from '../../account/personal-data/erase.ts'
import { onEachDatabase, type Start, type TestServer } from '../../testing.ts'
import type { Person } from '../../testing-people.ts'
import { handOver } from '../conversation/hand-over.ts'
import { castOn, hudaOn, send, updates } from '../testing.ts'
import { type PushService, startPushService, turnOn, vapidOf } from './testing.ts'

/** Nothing is sent by itself within a test, so that the test decides when. */
const LATER = { afterMs: 10 * MINUTE }

const settingsFor = (service: PushService, pace = {}) => ({
  env: { LIMIT_FACTOR: '100', PUSH_SERVICE_ON_LOOPBACK_FOR_TESTS: service.origin },
  pushPace: { afterMs: 20, retryMs: [10, 10, 10], ...pace },
})

async function startWithPush(start: Start, pace = {}) {
  const service = await startPushService()
  onTestFinished(service.close)
  return { ...(await castOn(await start(settingsFor(service, pace)))), service }
}

const arrive = (browser: { arrived: unknown[] }, count: number) =>
  expect.poll(() => browser.arrived, { interval: 10 }).toHaveLength(count)

/** Sends what is pending, and waits until the push service has it. */
const sendPending = ({ services }: TestServer) => services.notifier.close()

onEachDatabase('notifications for a closed page', start => {
  let service: PushService
  let server: TestServer
  let later: TestServer

  beforeAll(async () => {
    service = await startPushService()
    server = await start({ isForAll: true, ...settingsFor(service) })
    later = await start({ isForAll: true, ...settingsFor(service, LATER) })
  })

  afterAll(() => service.close())

  test("Salma writes while Noura's page is closed, and her phone shows that a message came, without its text", async () => {
    const { salma, noura } = await castOn(server)
    const phone = service.browser()
    await turnOn(noura, phone)
    await send(salma, noura.uid, 'A secret between us')
    await arrive(phone, 1)
    const [notice] = phone.arrived
    expect(notice).toMatchObject({ title: 'Step by Step', body: 'A new message', language: 'en' })
    expect(JSON.stringify(notice)).not.toMatch(/secret|Salma/)
    expect(notice?.headers).toMatchObject({ ttl: '86400', urgency: 'normal', 'content-encoding': 'aes128gcm' })
    expect(notice?.headers.topic).toMatch(/^[\w-]{32}$/)
    expect(await vapidOf(notice as never, noura)).toMatchObject({
      aud: service.origin,
      sub: expect.stringMatching(/^(https:|mailto:)/),
      isOurKey: true,
    })
  })

  test('Noura chose Arabic and the text, and sees the sender and the beginning of the message', async () => {
    const { salma, noura } = await castOn(server)
    const [quiet, open] = [service.browser(), service.browser()]
    await turnOn(noura, quiet, { language: 'ar' })
    await turnOn(noura, open, { language: 'ar', showsText: true })
    await send(salma, noura.uid, `كيف  حالك\nاليوم؟ ${'🌱'.repeat(200)}`)
    await arrive(quiet, 1)
    await arrive(open, 1)
    expect(quiet.arrived[0]).toMatchObject({ title: 'خطوة بخطوة', body: 'رسالة جديدة' })
    expect(open.arrived[0]?.title).toBe('Salma Haddad')
    expect(open.arrived[0]?.body).toMatch(/^كيف حالك اليوم؟ (🌱)+…$/u)
    expect(Array.from(open.arrived[0]?.body as string)).toHaveLength(120)
  })

  test('Salma gets notifications about her learners, with a name only if they gave one', async () => {
    const { salma, noura, mentorId } = await castOn(server)
    const phone = service.browser()
    await turnOn(salma, phone, { showsText: true })
    await send(noura, mentorId, 'Are you there?')
    await arrive(phone, 1)
    expect(phone.arrived[0]).toMatchObject({ title: 'Step by Step', body: 'Are you there?' })
    expect(JSON.stringify(phone.arrived[0])).not.toContain(noura.phone)
  })

  test('two learners who write at the same time cause two notifications, each for its conversation', async () => {
    const { server, salma, noura, yousef, mentorId, service } = await startWithPush(start)
    server.clock.stop()
    const [ofSalma, ofNoura] = [service.browser(), service.browser()]
    await turnOn(salma, ofSalma)
    await turnOn(noura, ofNoura)
    await send(noura, mentorId, 'I wait')
    await send(yousef, mentorId, 'I wait, too')
    await arrive(ofSalma, 2)
    const paths = ofSalma.arrived.map(({ path }) => path)
    expect(paths.sort()).toEqual([noura, yousef].map(({ uid }) => `/messages/${uid}`).sort())
    // A mentor who looked at one of the conversations is notified again of that conversation only.
    await salma.call(markReceivedSeen, { body: { from: noura.uid } })
    await send(yousef, mentorId, 'still')
    await send(noura, mentorId, 'again')
    await arrive(ofSalma, 3)
    await sendPending(server)
    expect(ofSalma.arrived.slice(2).map(({ path }) => path)).toEqual([`/messages/${noura.uid}`])
    await send(salma, noura.uid, 'Here I am')
    await arrive(ofNoura, 1)
    expect(ofNoura.arrived[0]?.path).toBe('/messages')
  })

  test('while Salma is away her cover is notified, too, and no longer when she is back', async () => {
    const { server, salma, noura, yousef, mentorId, service } = await startWithPush(start)
    const { huda, hudaId } = await hudaOn(server)
    const [ofSalma, ofHuda] = [service.browser(), service.browser()]
    await turnOn(salma, ofSalma)
    await turnOn(huda, ofHuda)
    await salma.call(setAway, { body: { isAway: true, coverId: hudaId } })
    await send(noura, mentorId, 'Who reads this?')
    await arrive(ofSalma, 1)
    await arrive(ofHuda, 1)
    await salma.call(setAway, { body: { isAway: false, coverId: hudaId } })
    server.clock.advance(3 * MINUTE)
    await send(yousef, mentorId, 'And this?')
    await arrive(ofSalma, 2)
    expect(ofHuda.arrived).toHaveLength(1)
  })

  test('after a hand-over the new mentor is notified, and the former one is not', async () => {
    const { salma, noura, mentorId } = await castOn(server)
    const { huda, hudaId } = await hudaOn(server)
    const [ofSalma, ofHuda] = [service.browser(), service.browser()]
    await turnOn(salma, ofSalma)
    await turnOn(huda, ofHuda)
    await handOver(server.services.db, { from: mentorId, to: hudaId }, server.services.now())
    await send(noura, hudaId, 'Hello, Huda')
    await arrive(ofHuda, 1)
    expect(ofSalma.arrived).toEqual([])
  })

  test('a person who has the page open is not notified, and one who closed it is', async () => {
    const { server, salma, noura } = await castOn(later)
    const phone = service.browser()
    await turnOn(noura, phone)
    const leaving = new AbortController()
    const page = holdOn(noura, leaving.signal)
    await send(salma, noura.uid, 'You are here')
    await expect.poll(() => server.services.hub.hasSubscribers(noura.uid)).toBe(true)
    await sendPending(server)
    expect(phone.arrived).toEqual([])
    leaving.abort()
    await page
    await send(salma, noura.uid, 'You were here')
    await sendPending(server)
    expect(phone.arrived).toHaveLength(1)
  })

  test('a message that was seen meanwhile causes no notification', async () => {
    const { server, salma, noura, mentorId } = await castOn(later)
    const phone = service.browser()
    await turnOn(noura, phone)
    await send(salma, noura.uid, 'Seen at once')
    await noura.call(markReceivedSeen, { body: { from: mentorId } })
    await sendPending(server)
    expect(phone.arrived).toEqual([])
  })

  test('many messages cause one notification, until Noura looks or two minutes are over', async () => {
    const { server, salma, noura, mentorId, service } = await startWithPush(start)
    server.clock.stop()
    const phone = service.browser()
    await turnOn(noura, phone)
    await send(salma, noura.uid, 'one')
    await arrive(phone, 1)
    await send(salma, noura.uid, 'two')
    await sendPending(server)
    expect(phone.arrived).toHaveLength(1)
    await noura.call(markReceivedSeen, { body: { from: mentorId } })
    await send(salma, noura.uid, 'three')
    await arrive(phone, 2)
    server.clock.advance(2 * MINUTE)
    await send(salma, noura.uid, 'four')
    await arrive(phone, 3)
    expect(new Set(phone.arrived.map(({ headers }) => headers.topic)).size).toBe(1)
  })

  test('the later one of two quick messages is shown', async () => {
    const { server, salma, noura } = await castOn(later)
    const phone = service.browser()
    await turnOn(noura, phone, { showsText: true })
    await send(salma, noura.uid, 'first')
    await send(salma, noura.uid, 'second')
    await sendPending(server)
    expect(phone.arrived.map(({ body }) => body)).toEqual(['second'])
  })

  test('a message that is sent again causes one notification', async () => {
    const { server, salma, noura, service } = await startWithPush(start)
    const phone = service.browser()
    await turnOn(noura, phone)
    await send(salma, noura.uid, 'once', { key: 'the-same-key' })
    await arrive(phone, 1)
    server.clock.advance(3 * MINUTE)
    await send(salma, noura.uid, 'once', { key: 'the-same-key' })
    await sendPending(server)
    expect(phone.arrived).toHaveLength(1)
  })
})

onEachDatabase('subscribed browsers', start => {
  let service: PushService
  let server: TestServer

  beforeAll(async () => {
    service = await startPushService()
    server = await start({ isForAll: true, ...settingsFor(service) })
  })

  afterAll(() => service.close())

  test('a shared phone notifies the person who subscribed last', async () => {
    const { salma, noura, yousef } = await castOn(server)
    const phone = service.browser()
    await turnOn(noura, phone)
    await turnOn(yousef, phone)
    await send(salma, noura.uid, 'for Noura')
    await sendPending(server)
    expect(phone.arrived).toEqual([])
    await send(salma, yousef.uid, 'for Yousef')
    await arrive(phone, 1)
    const { db } = server.services
    const rows = db.selectFrom('push_subscriptions').where('endpoint', '=', phone.endpoint).select('uid')
    expect(await rows.execute()).toEqual([{ uid: yousef.uid }])
  })

  test('of eleven browsers the one that was opened longest ago gets no more notifications', async () => {
    const { server, salma, noura, service } = await startWithPush(start)
    const browsers = Array.from({ length: 11 }, () => service.browser())
    for (const browser of browsers) {
      await turnOn(noura, browser)
      server.clock.advance(1000)
    }
    await send(salma, noura.uid, 'to all')
    for (const browser of browsers.slice(1)) await arrive(browser, 1)
    expect(browsers[0]?.arrived).toEqual([])
  })

  test('a browser that turned notifications off, or in which Noura signed out, gets none', async () => {
    const { salma, noura } = await castOn(server)
    const [off, left] = [service.browser(), service.browser()]
    const elsewhere = await server.signIn(noura.phone)
    await turnOn(noura, off)
    await turnOn(elsewhere, left)
    await noura.call(unsubscribe, { body: { endpoint: off.endpoint } })
    await endSession(server, elsewhere)
    const before = service.asked()
    await send(salma, noura.uid, 'nobody is told')
    await sendPending(server)
    expect(service.asked()).toBe(before)
    expect(await browsersOf(server, noura)).toBe(0)
  })

  test.each(['blocked_at', 'signed_out_at'] as const)('nobody is notified after %s', async column => {
    const { salma, noura } = await castOn(server)
    await turnOn(noura, service.browser())
    const { db, now } = server.services
    await db
      .updateTable('users')
      .set({ [column]: now() })
      .where('uid', '=', noura.uid)
      .execute()
    const before = service.asked()
    await send(salma, noura.uid, 'nobody is told')
    await sendPending(server)
    expect(service.asked()).toBe(before)
  })

  test.each([404, 410])('a browser whose subscription ended (%i) is deleted', async status => {
    const { server, salma, noura, service } = await startWithPush(start)
    await turnOn(noura, service.browser())
    service.answers(status)
    await send(salma, noura.uid, 'hello?')
    await expect.poll(() => browsersOf(server, noura)).toBe(0)
    expect(service.asked()).toBe(1)
  })

  test.each([429, 500, 503])('a busy push service (%i) is tried again, and delays nobody', async status => {
    const { salma, noura, service } = await startWithPush(start)
    const phone = service.browser()
    await turnOn(noura, phone)
    service.answers(status, status, 201)
    await send(salma, noura.uid, 'hello?')
    await arrive(phone, 1)
    expect(service.asked()).toBe(3)
  })

  test('a push service that does not answer is given up, and the browser stays subscribed', async () => {
    const { server, salma, noura, service } = await startWithPush(start)
    await turnOn(noura, service.browser())
    service.answers(503)
    await send(salma, noura.uid, 'hello?')
    await expect.poll(() => service.asked()).toBe(4)
    await sendPending(server)
    expect(service.asked()).toBe(4)
    expect(await browsersOf(server, noura)).toBe(1)
  })

  test('a notification of a message that Noura has read is not tried again', async () => {
    const { salma, noura, mentorId, service } = await startWithPush(start)
    await turnOn(noura, service.browser())
    service.answers(503)
    const reply = service.hold()
    await send(salma, noura.uid, 'hello?')
    await expect.poll(() => service.asked()).toBe(1)
    await noura.call(markReceivedSeen, { body: { from: mentorId } })
    reply()
    await new Promise(resolve => setTimeout(resolve, 500))
    expect(service.asked()).toBe(1)
  })

  test.each([302, 400, 403])(
    'a push service that returns an error five times (%i) gets no more requests',
    async status => {
      const { server, salma, noura, service } = await startWithPush(start)
      await turnOn(noura, service.browser())
      service.answers(status)
      for (let time = 1; time <= 5; time++) {
        expect(await browsersOf(server, noura)).toBe(1)
        await send(salma, noura.uid, 'hello?')
        await expect.poll(() => service.asked()).toBe(time)
        server.clock.advance(3 * MINUTE)
        await sendPending(server)
      }
      expect(await browsersOf(server, noura)).toBe(0)
    },
  )

  test('a process that leaves sends its remaining notifications first', async () => {
    const { server, salma, noura, service } = await startWithPush(start, { afterMs: 60_000 })
    const phone = service.browser()
    await turnOn(noura, phone)
    await send(salma, noura.uid, 'just in time')
    await server.services.notifier.close()
    expect(phone.arrived).toHaveLength(1)
  })

  test('an erased account leaves no browser behind', async () => {
    const { noura } = await castOn(server)
    await turnOn(noura, service.browser())
    const { db, personalDataSources, identity, now } = server.services
    await db.updateTable('users').set({ erase_at: 0 }).where('uid', '=', noura.uid).execute()
    await eraseDue(db, { personalDataSources, accounts: identity.accounts, now: now() }, error => {
      throw error
    })
    expect(await browsersOf(server, noura)).toBe(0)
  })
})

/** Polls one time after the other, as an open page does. */
async function holdOn(who: Person, signal: AbortSignal): Promise<void> {
  let { cursor, state } = await updates(who)
  while (!signal.aborted) {
    const answer = await updates(who, { since: cursor, state }, 1)
    cursor = answer.cursor
    state = answer.state
  }
}

async function endSession({ services }: TestServer, who: Person): Promise<void> {
  const { sid } = JSON.parse(atob((who.idToken.split('.')[1] as string).replaceAll('-', '+').replaceAll('_', '/')))
  await services.db.updateTable('sessions').set({ revoked_at: services.now() }).where('id', '=', sid).execute()
}

async function browsersOf({ services }: TestServer, { uid }: Person): Promise<number> {
  const rows = services.db.selectFrom('push_subscriptions').where('uid', '=', uid).select('id')
  return (await rows.execute()).length
}
