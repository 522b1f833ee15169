import { expect, onTestFinished, test } from 'vitest'
import { eraseAccount, type Session, saveUser } from '../../../contract/account.ts'
import { createClient } from '../../../contract/calls/client.ts'
import { decideRequest, findRequest } from '../../../contract/inbox/approvals.ts'
import { getSettings } from '../../../contract/settings.ts'
import { linkEmail } from '../../../contract/sign-in/email.ts'
import { askApproval, readApproval } from '../../../contract/sign-in/other-ways.ts'
import { confirmCode, getDemoCode } from '../../../contract/sign-in/phone.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../../contract/time.ts'
import { eraseNow } from '../../account/personal-data/erase.ts'
import { firstBrokenLine } from '../../audit-log/audit-log.ts'
import { insertMentor } from '../../mentors/mentors.ts'
import { startPushService, turnOn } from '../../messages/push/testing.ts'
import { onEachDatabase, type Start, type TestServer } from '../../testing.ts'
import { isKnown, type Person } from '../../testing-people.ts'
import { askForCode } from './testing.ts'

const NOURA = '+971501234567'
const YOUSEF = '+971501234568'
const SALMA = '+971501234500'
const HUDA = '+971501234501'
const NOBODY = '+971501234599'

/** Salma and Huda are mentors; Noura learns with Salma, Yousef with Huda. */
async function startWithMentors(start: Start, options: Parameters<Start>[0] = {}) {
  const server = await start(options)
  const { db } = server.services
  await insertMentor(db, { name: 'Salma Haddad', phoneNumber: SALMA }, 1)
  await insertMentor(db, { name: 'Huda Nasser', phoneNumber: HUDA }, 1)
  const salma = await server.signIn(SALMA)
  const huda = await server.signIn(HUDA)
  const noura = await learnerOf(server, NOURA, 1)
  const yousef = await learnerOf(server, YOUSEF, 2)
  server.clock.advance(MINUTE)
  return { server, db, salma, huda, noura, yousef }
}

async function learnerOf(server: TestServer, phone: string, mentorId: number): Promise<Person> {
  const person = await server.signIn(phone)
  await server.services.db.updateTable('users').set({ responder_id: mentorId }).where('uid', '=', person.uid).execute()
  return person
}

/** A minute after a code was asked for, the person asks for approval. */
async function askForApproval(server: TestServer, phone: string) {
  const verificationId = await askForCode(server, phone)
  server.clock.advance(MINUTE)
  const { data } = await server.call(askApproval, { body: { verificationId } })
  return { verificationId, ...data, read: async () => (await server.call(readApproval, { body: data })).data }
}

const approve = (mentor: Person, number: string) => mentor.call(decideRequest, { body: { number, isApproved: true } })
const refuse = (mentor: Person, number: string) => mentor.call(decideRequest, { body: { number, isApproved: false } })
const nameFor = async (mentor: Person, number: string) =>
  (await mentor.call(findRequest, { body: { number } })).data.name

const NOT_FOUND = { status: 404, code: 'not-found' }

function callAs(server: TestServer, { idToken }: Session) {
  return createClient({ base: server.origin, token: async () => idToken })
}

onEachDatabase('Approval by a mentor', start => {
  test('Noura reads her number to Salma, who lets this one browser in', async () => {
    const { server, salma, noura } = await startWithMentors(start)
    await noura.call(saveUser, { params: { uid: noura.uid }, body: { displayName: 'Noura Salem' } })
    const asking = await askForApproval(server, NOURA)
    expect(asking.number).toMatch(/^\d{6}$/)
    expect(await asking.read()).toEqual({ status: 'waiting' })
    const { data } = await salma.call(findRequest, { body: { number: asking.number } })
    expect(data).toEqual({ name: 'Noura Salem', phoneNumber: NOURA, askedAt: expect.any(Number) })
    await approve(salma, asking.number)
    const { status, session } = await asking.read()
    expect([status, session?.uid]).toEqual(['approved', noura.uid])
    expect(await isKnown(server, session as Session)).toBe(true)
    expect(await isKnown(server, noura), 'her other phone stays signed in').toBe(true)
  })

  test('the browser that was let in cannot give the account another owner, even after a sign-out everywhere', async () => {
    const { server, db, salma, noura } = await startWithMentors(start)
    await db
      .updateTable('users')
      .set({ signed_out_at: server.clock.now() - 1 })
      .where('uid', '=', noura.uid)
      .execute()
    server.clock.advance(MINUTE)
    const { number, read } = await askForApproval(server, NOURA)
    await approve(salma, number)
    server.clock.advance(4 * MINUTE)
    const call = callAs(server, (await read()).session as Session)
    await call(saveUser, { params: { uid: noura.uid }, body: {} })
    for (const grave of [call(eraseAccount, {}), call(linkEmail, { body: { email: 'x@example.org', password: 'x' } })])
      await expect(grave).rejects.toMatchObject({ code: 'auth/requires-recent-login' })
  })

  test('a lost reply does not lose the way in, and opens one session only', async () => {
    const { server, salma } = await startWithMentors(start)
    const asking = await askForApproval(server, NOURA)
    await approve(salma, asking.number)
    const lost = (await asking.read()).session as Session
    const found = (await asking.read()).session as Session
    expect(await isKnown(server, lost)).toBe(false)
    expect(await isKnown(server, found)).toBe(true)
    server.clock.advance(10 * MINUTE)
    expect(await asking.read()).toEqual({ status: 'over' })
  })

  test('only the mentor of the learner finds the request, and nobody without a number', async () => {
    const { server, salma, huda, yousef } = await startWithMentors(start)
    const { number, read } = await askForApproval(server, NOURA)
    await expect(huda.call(findRequest, { body: { number } })).rejects.toMatchObject(NOT_FOUND)
    await expect(approve(huda, number)).rejects.toMatchObject(NOT_FOUND)
    await expect(approve(yousef, number)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(server.call(decideRequest, { body: { number, isApproved: true } })).rejects.toMatchObject({
      status: 401,
    })
    expect(await read()).toEqual({ status: 'waiting' })
    expect(await nameFor(salma, number)).toBe(NOURA)
  })

  test('a mentor cannot let another mentor in', async () => {
    const { server, db, salma, huda } = await startWithMentors(start)
    await db.updateTable('users').set({ responder_id: 1 }).where('uid', '=', huda.uid).execute()
    const { number } = await askForApproval(server, HUDA)
    await expect(approve(salma, number)).rejects.toMatchObject(NOT_FOUND)
  })

  test('a coordinator lets any learner in, but nobody who has a role', async () => {
    const { server, db, yousef } = await startWithMentors(start)
    const setRoles = (uid: string, team_roles: string | null) =>
      db.updateTable('users').set({ team_roles }).where('uid', '=', uid).execute()
    const reem = await server.signIn('+971501234510')
    await setRoles(reem.uid, 'coordinator')
    await reem.call(saveUser, { params: { uid: reem.uid }, body: { displayName: 'Reem' } })
    const { number, read } = await askForApproval(server, YOUSEF)
    await setRoles(yousef.uid, 'owner')
    await expect(approve(reem, number)).rejects.toMatchObject(NOT_FOUND)
    await setRoles(yousef.uid, null)
    await setRoles(reem.uid, 'author')
    await expect(approve(reem, number)).rejects.toMatchObject({ code: 'forbidden' })
    await setRoles(reem.uid, 'coordinator')
    await approve(reem, number)
    expect((await read()).session?.uid).toBe(yousef.uid)
    expect((await yousef.call(saveUser, { params: { uid: yousef.uid }, body: {} })).data.user.letIn?.by).toBe('Reem')
    const lines = await db.selectFrom('audit_log').select(['action', 'actor_uid', 'subject_uid']).execute()
    expect(lines).toEqual([{ action: 'sign-in-approved', actor_uid: reem.uid, subject_uid: yousef.uid }])
    expect(await firstBrokenLine(db)).toBeUndefined()
  })

  test('an old number, a used one and a refused one are not found', async () => {
    const { server, salma } = await startWithMentors(start)
    const old = await askForApproval(server, NOURA)
    server.clock.advance(10 * MINUTE)
    await expect(approve(salma, old.number)).rejects.toMatchObject(NOT_FOUND)
    expect(await old.read()).toEqual({ status: 'over' })
    server.clock.advance(DAY)
    const byWrongClock = await askForApproval(server, NOURA)
    server.clock.advance(-DAY)
    await expect(approve(salma, byWrongClock.number)).rejects.toMatchObject(NOT_FOUND)
    expect(await byWrongClock.read()).toEqual({ status: 'over' })
    const asking = await askForApproval(server, NOURA)
    await approve(salma, asking.number)
    for (const again of [approve, refuse, nameFor])
      await expect(again(salma, asking.number)).rejects.toMatchObject(NOT_FOUND)
    expect((await asking.read()).status).toBe('approved')
  })

  test('the press of a mentor whose reply was lost is not a second decision', async () => {
    const { server, salma } = await startWithMentors(start)
    const { number } = await askForApproval(server, NOURA)
    const press = { idempotencyKey: 'one-press-of-salma' }
    const body = { number, isApproved: true }
    await salma.call(decideRequest, { body }, press)
    expect(await salma.call(decideRequest, { body }, press)).toEqual({ success: true })
    await expect(salma.call(decideRequest, { body }, { idempotencyKey: 'another-press' })).rejects.toMatchObject(
      NOT_FOUND,
    )
  })

  test('of several decisions at once, at two processes, one counts', async () => {
    const { server, db, salma } = await startWithMentors(start)
    const other = await server.another()
    const there = createClient({ base: other.origin, token: async () => salma.idToken })
    const { number, read } = await askForApproval(server, NOURA)
    const results = await Promise.allSettled(
      [salma.call, there, salma.call, there].map((call, index) =>
        call(decideRequest, { body: { number, isApproved: index % 2 === 0 } }),
      ),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const approved = await db.selectFrom('approved_sign_ins').selectAll().execute()
    expect((await read()).status).toBe(approved.length === 1 ? 'approved' : 'refused')
  })

  test('of two browsers that ask at once, the later one waits alone', async () => {
    const { server, salma } = await startWithMentors(start)
    const first = await askForApproval(server, NOURA)
    const second = await askForApproval(server, NOURA)
    expect(await first.read()).toEqual({ status: 'over' })
    await expect(approve(salma, first.number)).rejects.toMatchObject(NOT_FOUND)
    await approve(salma, second.number)
    expect((await second.read()).status).toBe('approved')
    expect(await first.read()).toEqual({ status: 'over' })
  })

  test('a refusal is told to the browser, and ends requests of this phone for an hour', async () => {
    const { server, salma } = await startWithMentors(start)
    const { number, read, verificationId } = await askForApproval(server, NOURA)
    await refuse(salma, number)
    expect(await read()).toEqual({ status: 'refused' })
    const again = () => server.call(askApproval, { body: { verificationId } })
    await expect(again()).rejects.toMatchObject({ status: 429, retryAfter: expect.any(Number) })
    server.clock.advance(HOUR)
    const second = await askForApproval(server, NOURA)
    expect(second.number).toMatch(/^\d{6}$/)
    await refuse(await server.signIn(salma.phone), second.number)
    // The clock was three hours ahead, and is set right. Otherwise her hour of waiting would take four hours.
    server.clock.advance(-3 * HOUR)
    const body = { verificationId: second.verificationId }
    expect((await server.call(askApproval, { body })).success).toBe(true)
  })

  test('a number without an account gets the same answers', async () => {
    const { server, salma } = await startWithMentors(start)
    const known = await askForApproval(server, NOURA)
    const unknown = await askForApproval(server, NOBODY)
    expect(Object.keys(unknown)).toEqual(Object.keys(known))
    expect(await unknown.read()).toEqual(await known.read())
    await expect(approve(salma, unknown.number)).rejects.toMatchObject(NOT_FOUND)
  })

  test('a phone asks ten times a day', async () => {
    const { server } = await startWithMentors(start)
    const { verificationId } = await askForApproval(server, NOURA)
    const again = () => server.call(askApproval, { body: { verificationId } })
    for (let asked = 1; asked < 10; asked++) await again()
    await expect(again()).rejects.toMatchObject({ status: 429, code: 'auth/quota-exceeded' })
    server.clock.advance(DAY)
    expect((await askForApproval(server, NOURA)).number).toMatch(/^\d{6}$/)
  })

  test('a mentor who tries numbers is stopped after ten, and right ones do not count', async () => {
    const { server, salma } = await startWithMentors(start)
    const { number } = await askForApproval(server, NOURA)
    const wrong = number === '000000' ? '111111' : '000000'
    for (let looked = 0; looked < 12; looked++) await nameFor(salma, number)
    for (let tried = 0; tried < 10; tried++) await expect(nameFor(salma, wrong)).rejects.toMatchObject(NOT_FOUND)
    await expect(nameFor(salma, number)).rejects.toMatchObject({ status: 429 })
    await expect(approve(salma, number)).rejects.toMatchObject({ status: 429 })
    server.clock.advance(HOUR)
    const later = await askForApproval(server, NOURA)
    expect(await nameFor(await server.signIn(SALMA), later.number)).toBe(NOURA)
  })

  test('a forged secret, an unknown id and a used code open nothing', async () => {
    const { server } = await startWithMentors(start)
    const { number } = await askForApproval(server, NOURA)
    for (const request of ['', number, 'x'.repeat(32)])
      expect((await server.call(readApproval, { body: { request } })).data).toEqual({ status: 'over' })
    const forged = 'x'.repeat(22)
    await expect(server.call(askApproval, { body: { verificationId: forged } })).rejects.toMatchObject({ status: 400 })
    const verificationId = await askForCode(server, YOUSEF)
    const { code } = (await server.call(getDemoCode, { query: { verificationId } })).data
    await server.call(confirmCode, { body: { verificationId, code } })
    await expect(server.call(askApproval, { body: { verificationId } })).rejects.toMatchObject({ status: 400 })
  })

  test('blocked, erased and moved accounts do not come in', async () => {
    const { server, db, salma, noura, yousef } = await startWithMentors(start)
    const block = (uid: string, at: number | null) =>
      db.updateTable('users').set({ blocked_at: at }).where('uid', '=', uid).execute()
    const first = await askForApproval(server, NOURA)
    await block(noura.uid, 1)
    await expect(approve(salma, first.number)).rejects.toMatchObject(NOT_FOUND)
    await block(noura.uid, null)
    await approve(salma, first.number)
    await block(noura.uid, 1)
    await expect(first.read()).rejects.toMatchObject({ code: 'auth/login-blocked' })
    await block(noura.uid, null)
    // Her number now belongs to Yousef's account, for which nobody approved anything.
    await db.updateTable('users').set({ phone_number: null }).where('uid', '=', noura.uid).execute()
    await db.updateTable('users').set({ phone_number: NOURA }).where('uid', '=', yousef.uid).execute()
    expect(await first.read()).toEqual({ status: 'over' })
    const { personalDataSources, identity } = server.services
    const erasing = { personalDataSources, accounts: identity.accounts, now: server.clock.now() }
    await eraseNow(db, noura.uid, erasing)
    await eraseNow(db, yousef.uid, erasing)
    expect(await first.read()).toEqual({ status: 'over' })
    expect(await db.selectFrom('sign_in_requests').selectAll().where('phone', '=', NOURA).execute()).toEqual([])
  })

  test('her other devices are told at once and at their next visit, and the new one is not', async () => {
    const service = await startPushService()
    onTestFinished(service.close)
    const env = { PUSH_SERVICE_ON_LOOPBACK_FOR_TESTS: service.origin }
    const { server, salma, noura } = await startWithMentors(start, { env })
    const phone = service.browser()
    await turnOn(noura, phone)
    const load = async (call: Person['call']) =>
      (await call(saveUser, { params: { uid: noura.uid }, body: {} })).data.user.letIn
    expect(await load(noura.call)).toBeUndefined()
    const { number, read } = await askForApproval(server, NOURA)
    await approve(salma, number)
    await expect.poll(() => phone.arrived, { interval: 10 }).toHaveLength(1)
    expect(phone.arrived[0]).toMatchObject({ body: 'A new phone was let in to your account', path: '/account' })
    const { session } = await read()
    expect(await load(noura.call)).toEqual({ at: expect.any(Number), by: 'Salma Haddad' })
    server.clock.advance(SECOND)
    expect(await load(callAs(server, session as Session))).toBeUndefined()
  })

  test('is offered by the setting only, and not without the messenger', async () => {
    const offered = async (env: Record<string, string>) => {
      const server = await start({ env })
      const verificationId = await askForCode(server, NOURA)
      const status = await server.call(askApproval, { body: { verificationId } }).then(
        () => 200,
        error => error.status,
      )
      return [(await server.call(getSettings, {})).data.otherWays, status]
    }
    expect(await offered({})).toEqual([['whatsapp', 'email', 'approval'], 200])
    expect(await offered({ OTHER_WAYS: 'email' })).toEqual([['email'], 404])
    expect(await offered({ OTHER_WAYS: 'approval', MESSENGER_ENABLED: 'no' })).toEqual([undefined, 404])
  })
})
