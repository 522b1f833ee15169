import { expect, test } from 'vitest'
import { saveUser, uniquePhone } from '../../../contract/account.ts'
import { createClient } from '../../../contract/calls/client.ts'
import { getInbox } from '../../../contract/inbox/inbox.ts'
import { getAuditLog } from '../../../contract/organisation/log/audit-log.ts'
import { getPerson } from '../../../contract/organisation/people.ts'
import * as calls from '../../../contract/organisation/person-acts.ts'
import { setRoles } from '../../../contract/organisation/team.ts'
import { confirmCode, sendCode } from '../../../contract/sign-in/phone.ts'
import { DAY, MINUTE } from '../../../contract/time.ts'
import { eraseDue } from '../../account/personal-data/erase.ts'
import { newPhoneCommand } from '../../commands/people/new-phone.ts'
import { send, updates } from '../../messages/testing.ts'
import { onEachDatabase, type TestServer } from '../../testing.ts'
import { codeFor, type Person, solvedChallenge } from '../../testing-people.ts'
import { nameIt, PHONES, startWithTeam } from './testing.ts'

const NEW = '+971508888888'

onEachDatabase('A new phone number for a lost phone', start => {
  async function startWithOmar() {
    const team = await startWithTeam(start)
    const omar = await team.server.signIn(PHONES.omar)
    await team.reem.call(setRoles, { params: { uid: omar.uid }, body: { roles: ['coordinator'] } })
    await nameIt(team.noura, 'Noura Ahmad')
    return { ...team, omar }
  }

  const allow = (who: Person, { uid }: { uid: string }, phoneNumber = NEW) =>
    who.call(calls.allowNewPhone, { params: { uid }, body: { phoneNumber } })
  const seenBy = async (who: Person, uid: string) => (await who.call(getPerson, { params: { uid } })).data

  test('opens the account at the sign-in with a code to it: nothing before, and all other sessions end', async () => {
    const { server, reem, omar, noura, salma, mentorId } = await startWithOmar()
    await send(noura, mentorId, 'hello')
    await allow(omar, noura, '+971 50 888 8888')
    const told = server.outbox().at(-1)
    expect(told).toMatchObject({ to: PHONES.noura })
    expect(told?.text).toMatch(/خطوة بخطوة.*\n.*Step by Step/)
    expect(told?.text).not.toMatch(/https?:|\d/)
    const waiting = await seenBy(omar, noura.uid)
    expect(waiting).toMatchObject({
      phoneNumber: PHONES.noura,
      newPhone: { phoneNumber: NEW, isTold: true },
    })
    expect(waiting.newPhone?.until).toBeGreaterThan(server.clock.now() + DAY - MINUTE)
    await updates(noura)
    // The sign-in asks neither for a name nor for an older account.
    const [call, params] = [createClient({ base: server.origin }), { phone: NEW }]
    expect((await call(uniquePhone, { query: params })).success).toBe(false)

    const onNew = await server.signIn(NEW)
    expect(onNew.uid).toBe(noura.uid)
    const { user } = (await onNew.call(saveUser, { params: { uid: onNew.uid }, body: {} })).data
    expect(user).toMatchObject({ displayName: 'Noura Ahmad', phoneNumber: NEW })
    server.clock.advance(5000)
    await expect(noura.call(saveUser, { params: { uid: noura.uid }, body: {} })).rejects.toMatchObject({ status: 401 })
    const { data } = await salma.call(getInbox, {})
    expect(data.find(({ uid }) => uid === noura.uid)).toMatchObject({ phoneNumber: NEW })
    expect(await seenBy(omar, noura.uid)).toMatchObject({ phoneNumber: NEW, newPhone: null })
    const { lines } = (await reem.call(getAuditLog, { query: {} })).data
    expect(lines.slice(0, 2).map(({ action, subject }) => [action, subject?.uid])).toEqual([
      ['phone-changed', noura.uid],
      ['phone-allowed', noura.uid],
    ])
    // The old number is free now.
    server.clock.advance(MINUTE)
    expect((await server.signIn(PHONES.noura)).uid).not.toBe(noura.uid)
  })

  test('does not come with a wrong code, after 24 hours, or when it was taken back', async () => {
    const { server, omar, noura, yousef } = await startWithOmar()
    await allow(omar, noura)
    const { verificationId, code, call } = await codeTo(server, NEW)
    const wrong = code === '000000' ? '111111' : '000000'
    await expect(call(confirmCode, { body: { verificationId, code: wrong } })).rejects.toMatchObject({
      code: 'auth/invalid-verification-code',
    })
    expect(await seenBy(omar, noura.uid)).toMatchObject({ phoneNumber: PHONES.noura, newPhone: { phoneNumber: NEW } })
    await omar.call(calls.cancelNewPhone, { params: { uid: noura.uid } })
    expect((await seenBy(omar, noura.uid)).newPhone).toBeNull()
    await expect(omar.call(calls.cancelNewPhone, { params: { uid: noura.uid } })).rejects.toMatchObject({
      code: 'not-found',
    })
    expect((await call(confirmCode, { body: { verificationId, code } })).data.uid).not.toBe(noura.uid)

    await allow(omar, yousef, '+971509999999')
    server.clock.advance(DAY)
    expect((await server.signIn('+971509999999')).uid).not.toBe(yousef.uid)
  })

  test('is allowed for one person only; an unused account gives it up and is erased', async () => {
    const { server, omar, noura, yousef } = await startWithOmar()
    const unused = await server.signIn(NEW)
    await allow(omar, noura)
    await expect(allow(omar, yousef)).rejects.toMatchObject({ status: 409, code: 'people/phone-promised' })
    server.clock.advance(MINUTE)
    expect((await server.signIn(NEW)).uid).toBe(noura.uid)
    server.clock.advance(5000)
    await expect(updates(unused)).rejects.toMatchObject({ status: 401 })
    const { db, personalDataSources, identity } = server.services
    await eraseDue(db, { personalDataSources, accounts: identity.accounts, now: server.clock.now() }, error => {
      throw error
    })
    await expect(seenBy(omar, unused.uid)).rejects.toMatchObject({ code: 'not-found' })
  })

  test('stays with an account that is in use, also if its owner begins after it was allowed', async () => {
    const { server, omar, noura, yousef, mentorId } = await startWithOmar()
    await send(yousef, mentorId, 'hello')
    for (const taken of [PHONES.yousef, PHONES.salma, PHONES.reem])
      await expect(allow(omar, noura, taken)).rejects.toMatchObject({ status: 409, code: 'people/phone-in-use' })
    const other = await server.signIn(NEW)
    await allow(omar, noura)
    await send(other, mentorId, 'I begin')
    server.clock.advance(MINUTE)
    expect((await server.signIn(NEW)).uid).toBe(other.uid)
    expect(await seenBy(omar, noura.uid)).toMatchObject({ phoneNumber: PHONES.noura })
  })

  test('of two requests at the same moment, one counts: for the number, and for its code', async () => {
    const { server, reem, omar, noura, yousef } = await startWithOmar()
    const allowed = await Promise.allSettled([allow(omar, noura), allow(reem, yousef)])
    expect(allowed.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const lucky = allowed[0]?.status === 'fulfilled' ? noura : yousef
    const { call, verificationId, code } = await codeTo(server, NEW)
    const confirm = () => call(confirmCode, { body: { verificationId, code } })
    const signIns = await Promise.allSettled([confirm(), confirm()])
    const sessions = signIns.flatMap(one => (one.status === 'fulfilled' ? [one.value.data] : []))
    expect(sessions.map(({ uid }) => uid)).toEqual([lucky.uid])
    const { db } = server.services
    expect(await db.selectFrom('users').select('uid').where('phone_number', '=', NEW).execute()).toHaveLength(1)
    expect(await db.selectFrom('audit_log').select('id').where('action', '=', 'phone-changed').execute()).toHaveLength(
      1,
    )
  })

  test('is refused for mentors, the team, oneself, erased people, and numbers that cannot get a code', async () => {
    const { reem, omar, noura, salma } = await startWithOmar()
    const refused = (attempt: Promise<unknown>, code: string) => expect(attempt).rejects.toMatchObject({ code })
    await refused(allow(omar, salma), 'people/has-role')
    await refused(allow(reem, omar), 'people/has-role')
    await refused(allow(omar, omar), 'people/yourself')
    await refused(allow(omar, reem), 'people/owner-only')
    await refused(allow(omar, { uid: 'nobody' }), 'not-found')
    await refused(allow(omar, noura, PHONES.noura), 'people/same-phone')
    await refused(allow(omar, noura, '+97150'), 'auth/invalid-phone-number')
    await refused(allow(omar, noura, '+870773111632'), 'auth/operation-not-allowed')
    await refused(allow(noura, noura), 'forbidden')
    await reem.call(setRoles, { params: { uid: noura.uid }, body: { roles: ['author'] } })
    await refused(allow(omar, noura), 'people/has-role')
  })

  test('does not count for somebody who was given a role meanwhile', async () => {
    const { server, reem, omar, noura } = await startWithOmar()
    await allow(omar, noura)
    await reem.call(setRoles, { params: { uid: noura.uid }, body: { roles: ['author'] } })
    expect((await server.signIn(NEW)).uid).not.toBe(noura.uid)
  })

  test('stands although the old number could not be told, and the team sees that', async () => {
    const { server, omar, noura } = await startWithOmar()
    server.services.senders.sendSms = () => Promise.reject(new Error('the gateway is away'))
    await allow(omar, noura)
    expect((await seenBy(omar, noura.uid)).newPhone).toMatchObject({ phoneNumber: NEW, isTold: false })
  })

  test('the old number is told at the repeat if the server ended before it was, and otherwise once', async () => {
    const { server, omar, noura } = await startWithOmar()
    const { senders, db } = server.services
    const press = { idempotencyKey: 'one-press-of-omar' }
    const input = { params: { uid: noura.uid }, body: { phoneNumber: NEW } }
    const texts = () => server.outbox().filter(({ to, text }) => to === PHONES.noura && text.includes('another number'))
    const { sendSms } = senders
    senders.sendSms = () => Promise.reject(new Error('the process was killed'))
    await omar.call(calls.allowNewPhone, input, press)
    senders.sendSms = sendSms
    for (let repeats = 0; repeats < 2; repeats++) {
      expect(await omar.call(calls.allowNewPhone, input, press)).toEqual({ success: true })
      expect(texts()).toHaveLength(1)
    }
    expect((await seenBy(omar, noura.uid)).newPhone).toMatchObject({ isTold: true })

    // Repeats while the gateway still takes the text send no second one. They are no new tries of the ten a day.
    await omar.call(calls.cancelNewPhone, { params: { uid: noura.uid } })
    const sent = Promise.withResolvers<void>()
    senders.sendSms = sms => sent.promise.then(() => sendSms(sms))
    const again = { idempotencyKey: 'another-press-of-omar' }
    const first = omar.call(calls.allowNewPhone, input, again)
    await expect.poll(async () => (await seenBy(omar, noura.uid)).newPhone).toMatchObject({ isTold: false })
    for (let repeats = 0; repeats < 12; repeats++) await omar.call(calls.allowNewPhone, input, again)
    sent.resolve()
    await first
    senders.sendSms = sendSms
    expect(texts()).toHaveLength(2)
    // After the new number was cancelled, a late repeat sends no text.
    await omar.call(calls.cancelNewPhone, { params: { uid: noura.uid } })
    await omar.call(calls.allowNewPhone, input, press)
    expect([texts().length, await db.selectFrom('phone_changes').selectAll().execute()]).toEqual([2, []])
  })

  test('can be allowed by a command of the operator', async () => {
    const { server, omar, noura } = await startWithOmar()
    const printed: string[] = []
    const type = (line: string) => {
      const { db, config } = server.services
      return newPhoneCommand.run({ db, config, words: line.split(' '), print: text => printed.push(text) })
    }
    await expect(type(`--phone ${PHONES.noura}`)).rejects.toThrow('Give the new number')
    await expect(type(`--phone ${PHONES.salma} --to ${NEW}`)).rejects.toThrow('mentors')
    await type(`--phone ${PHONES.noura} --to ${NEW}`)
    expect(printed).toEqual([
      `${PHONES.noura} gets ${NEW} by signing in with it within 24 hours.`,
      `${PHONES.noura} was notified.`,
    ])
    expect(server.outbox().at(-1)?.to).toBe(PHONES.noura)
    expect((await seenBy(omar, noura.uid)).newPhone).toMatchObject({ phoneNumber: NEW, isTold: true })
  })
})

async function codeTo(server: TestServer, phone: string) {
  const call = createClient({ base: server.origin })
  const { verificationId } = (await call(sendCode, { body: { phone, proof: await solvedChallenge(call) } })).data
  return { verificationId, code: codeFor(phone, () => server.outbox() as { to: string; code?: string }[]), call }
}
