import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { eraseAccount, refreshToken, type Session, saveUser } from '../../../contract/account.ts'
import { linkEmail, signInByEmail } from '../../../contract/sign-in/email.ts'
import { confirmCode, linkPhone, sendCode } from '../../../contract/sign-in/phone.ts'
import { MINUTE } from '../../../contract/time.ts'
import { onEachDatabase, type TestServer } from '../../testing.ts'
import {
  codeFor,
  type EmailPerson,
  isKnown,
  type Person,
  register,
  solvedChallenge,
  solvedGuessChallenge,
} from '../../testing-people.ts'

const PHONE = '+971501234567'
const OTHER_PHONE = '+971521230000'
const NOURA = 'noura@example.org'
const YOUSEF = 'yousef@example.org'
const PASSWORD = 'steps4noura'
const STALE = { status: 400, code: 'auth/requires-recent-login' }
const SECOND_ONE = { status: 400, code: 'auth/provider-already-linked' }
const EMAIL_TAKEN = { status: 400, code: 'auth/email-already-in-use' }
const PHONE_TAKEN = { status: 400, code: 'auth/credential-already-in-use' }
const WRONG_CODE = { status: 400, code: 'auth/invalid-verification-code' }
const DEAD_CODE = { status: 400, code: 'auth/code-expired' }

onEachDatabase('Adding an e-mail address to an account', start => {
  test('Noura adds hers to the account of her phone, and can sign in with either', async () => {
    const server = await start()
    const noura = await server.signIn(PHONE)
    const linked = await addEmail(noura, NOURA)
    expect(linked.uid).toBe(noura.uid)
    expect(linked.knownDevice).toEqual(expect.any(String))
    expect(decodeJwt(linked.idToken)).toMatchObject({ sub: noura.uid, phone_number: PHONE, email: NOURA })
    expect((await enter(server, NOURA, PASSWORD)).uid).toBe(noura.uid)
    server.clock.advance(MINUTE)
    expect((await server.signIn(PHONE)).uid).toBe(noura.uid)
    expect(await rowsIn(server)).toMatchObject([{ email: NOURA, phone_number: PHONE, email_proved_at: null }])
  })

  test('an account that was about to be erased stays if its owner adds an e-mail address', async () => {
    const server = await start()
    const noura = await server.signIn(PHONE)
    await noura.call(eraseAccount, {})
    await addEmail(noura, NOURA)
    expect(await rowsIn(server)).toMatchObject([{ email: NOURA, erase_at: null }])
  })

  test('the session before ends, at once here and within five seconds elsewhere, and the new one continues', async () => {
    const server = await start()
    const other = await server.another()
    const noura = await server.signIn(PHONE)
    expect(await isKnown(other, noura)).toBe(true)
    const linked = await addEmail(noura, NOURA)
    expect(await isKnown(server, noura)).toBe(false)
    expect(await isKnown(server, linked)).toBe(true)
    server.clock.advance(5000)
    expect(await isKnown(other, noura)).toBe(false)
    await expect(server.call(refreshToken, { body: noura })).rejects.toMatchObject({ status: 401 })
    const { data } = await server.call(refreshToken, { body: linked })
    expect(decodeJwt(data.idToken)).toMatchObject({ phone_number: PHONE, email: NOURA })
  })

  test('needs a sign-in of the last five minutes, and a refreshed token does not count', async () => {
    const server = await start()
    const noura = await server.signIn(PHONE)
    server.clock.advance(5 * MINUTE + 1000)
    const { data } = await server.call(refreshToken, { body: noura })
    const headers = { authorization: `Bearer ${data.idToken}` }
    const body = { email: NOURA, password: PASSWORD }
    await expect(server.call(linkEmail, { body }, { headers })).rejects.toMatchObject(STALE)
    const again = await server.signIn(PHONE)
    server.clock.advance(5 * MINUTE - 2000)
    await addEmail(again, NOURA)
  })

  test('an account has one e-mail address', async () => {
    const server = await start()
    const noura = await register(server.origin, NOURA, PASSWORD)
    await expect(addEmail(noura, YOUSEF)).rejects.toMatchObject(SECOND_ONE)
    await expect(addEmail(noura, NOURA)).rejects.toMatchObject(SECOND_ONE)
    expect(await rowsIn(server)).toHaveLength(1)
  })

  test('the e-mail address of another account cannot be added, however it is written', async () => {
    const server = await start()
    await register(server.origin, YOUSEF, 'steps4yousef')
    const noura = await server.signIn(PHONE)
    for (const written of [YOUSEF, 'Yousef@EXAMPLE.org.']) {
      await expect(addEmail(noura, written)).rejects.toMatchObject(EMAIL_TAKEN)
    }
    expect(await isKnown(server, noura)).toBe(true)
    await enter(server, YOUSEF, 'steps4yousef')
    await expect(enter(server, YOUSEF, PASSWORD)).rejects.toMatchObject({ code: 'auth/wrong-password' })
  })

  test('a weak password or an invalid e-mail address is refused, and the session continues', async () => {
    const server = await start()
    const noura = await server.signIn(PHONE)
    await expect(addEmail(noura, NOURA, 'abc')).rejects.toMatchObject({ code: 'auth/weak-password' })
    await expect(addEmail(noura, `${NOURA}\r\nBcc: x`)).rejects.toMatchObject({ code: 'auth/invalid-email' })
    expect(await isKnown(server, noura)).toBe(true)
    await addEmail(noura, NOURA)
  })

  test('when two accounts add one e-mail address at once, one of them gets it', async () => {
    const server = await start()
    const other = await server.another()
    const noura = await server.signIn(PHONE)
    const yousef = await other.signIn(OTHER_PHONE)
    const outcomes = await Promise.allSettled([addEmail(noura, NOURA), addEmail(yousef, NOURA)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: EMAIL_TAKEN })
  })

  test('when one account adds two e-mail addresses at once, it gets one', async () => {
    const server = await start()
    const noura = await server.signIn(PHONE)
    const outcomes = await Promise.allSettled([addEmail(noura, NOURA), addEmail(noura, YOUSEF)])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await rowsIn(server)).toHaveLength(1)
    expect(await server.services.db.selectFrom('passwords').select('uid').execute()).toHaveLength(1)
  })

  test("another person's uid in the body changes nothing", async () => {
    const server = await start()
    const noura = await server.signIn(PHONE)
    const yousef = await server.signIn(OTHER_PHONE)
    const body = { email: NOURA, password: PASSWORD, uid: yousef.uid, userId: yousef.uid } as never
    expect((await noura.call(linkEmail, { body })).data.uid).toBe(noura.uid)
    expect((await enter(server, NOURA, PASSWORD)).uid).toBe(noura.uid)
  })

  test('a token is needed', async () => {
    const server = await start()
    const body = { email: NOURA, password: PASSWORD }
    await expect(server.call(linkEmail, { body })).rejects.toMatchObject({ status: 401 })
    const code = { verificationId: 'A'.repeat(22), code: '123456' }
    await expect(server.call(linkPhone, { body: code })).rejects.toMatchObject({ status: 401 })
  })
})

onEachDatabase('Adding a phone to an account', start => {
  test('Noura adds hers to the account of her e-mail address, and can sign in with either', async () => {
    const server = await start()
    const noura = await register(server.origin, NOURA, PASSWORD)
    const linked = await addPhone(server, noura, PHONE)
    expect(linked.uid).toBe(noura.uid)
    expect(decodeJwt(linked.idToken)).toMatchObject({ sub: noura.uid, phone_number: PHONE, email: NOURA })
    expect(await isKnown(server, noura)).toBe(false)
    expect(await isKnown(server, linked)).toBe(true)
    server.clock.advance(MINUTE)
    expect((await server.signIn(PHONE)).uid).toBe(noura.uid)
    expect((await enter(server, NOURA, PASSWORD)).uid).toBe(noura.uid)
    expect(await rowsIn(server)).toHaveLength(1)
  })

  test('the record shows it after the next load', async () => {
    const server = await start()
    const noura = await register(server.origin, NOURA, PASSWORD)
    const { idToken, uid } = await addPhone(server, noura, PHONE)
    const headers = { authorization: `Bearer ${idToken}` }
    const { data } = await server.call(saveUser, { params: { uid }, body: {} }, { headers })
    expect(data.user).toMatchObject({ email: NOURA, phoneNumber: PHONE })
  })

  test('needs a sign-in of the last five minutes, and the code stays valid', async () => {
    const server = await start()
    const noura = await register(server.origin, NOURA, PASSWORD)
    server.clock.advance(5 * MINUTE + 1000)
    const sent = await codeSent(server, PHONE)
    await expect(noura.call(linkPhone, { body: sent })).rejects.toMatchObject(STALE)
    const again = await enter(server, NOURA, PASSWORD)
    const headers = { authorization: `Bearer ${again.idToken}` }
    await server.call(linkPhone, { body: sent }, { headers })
  })

  test('an account has one phone', async () => {
    const server = await start()
    const noura = await server.signIn(PHONE)
    await expect(addPhone(server, noura, OTHER_PHONE)).rejects.toMatchObject(SECOND_ONE)
    expect(await rowsIn(server)).toHaveLength(1)
  })

  test('the phone of another account cannot be added, and its code still signs in there', async () => {
    const server = await start()
    const yousef = await server.signIn(PHONE)
    const noura = await register(server.origin, NOURA, PASSWORD)
    server.clock.advance(MINUTE)
    const sent = await codeSent(server, PHONE)
    await expect(noura.call(linkPhone, { body: sent })).rejects.toMatchObject(PHONE_TAKEN)
    expect(await isKnown(server, noura)).toBe(true)
    expect((await server.call(confirmCode, { body: sent })).data.uid).toBe(yousef.uid)
  })

  test('only a person with the code learns whether a phone is taken', async () => {
    const server = await start()
    await server.signIn(PHONE)
    const noura = await register(server.origin, NOURA, PASSWORD)
    server.clock.advance(MINUTE)
    const sent = await codeSent(server, PHONE)
    await expect(noura.call(linkPhone, { body: { ...sent, code: 'no' } })).rejects.toMatchObject(WRONG_CODE)
  })

  test('five wrong codes invalidate a code, in adding or in signing in', async () => {
    const server = await start()
    const noura = await register(server.origin, NOURA, PASSWORD)
    const sent = await codeSent(server, PHONE)
    const wrong = { ...sent, code: 'no' }
    for (let time = 0; time < 3; time++) {
      await expect(noura.call(linkPhone, { body: wrong })).rejects.toMatchObject(WRONG_CODE)
    }
    for (let time = 0; time < 2; time++) {
      await expect(server.call(confirmCode, { body: wrong })).rejects.toMatchObject(WRONG_CODE)
    }
    await expect(noura.call(linkPhone, { body: sent })).rejects.toMatchObject(DEAD_CODE)
    await expect(server.call(confirmCode, { body: sent })).rejects.toMatchObject(DEAD_CODE)
  })

  test('after ten wrong codes an hour from an IP address, in adding or in signing in, it needs a solved challenge', async () => {
    const server = await start()
    const noura = await register(server.origin, NOURA, PASSWORD)
    for (let guess = 0; guess < 10; guess++) {
      const sent = await codeSent(server, `+9715${guess}1234567`)
      const attempt = noura.call(linkPhone, { body: { ...sent, code: 'no' } })
      await expect(attempt).rejects.toMatchObject(WRONG_CODE)
    }
    const sent = await codeSent(server, OTHER_PHONE)
    await expect(noura.call(linkPhone, { body: sent })).rejects.toMatchObject({ code: 'auth/bot-check-required' })
    const solution = await solvedGuessChallenge(server.call, sent.verificationId)
    expect((await noura.call(linkPhone, { body: { ...sent, solution } })).success).toBe(true)
  })

  test('a code is valid once, for adding or for signing in', async () => {
    const server = await start()
    const noura = await register(server.origin, NOURA, PASSWORD)
    const yousef = await register(server.origin, YOUSEF, PASSWORD)
    const sent = await codeSent(server, PHONE)
    const attempts = [noura.call(linkPhone, { body: sent }), yousef.call(linkPhone, { body: sent })]
    const outcomes = await Promise.allSettled([...attempts, server.call(confirmCode, { body: sent })])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await rowsIn(server)).filter(row => row.phone_number === PHONE)).toHaveLength(1)
  })
})

type Signed = Pick<Person | EmailPerson, 'call'>

async function addEmail({ call }: Signed, email: string, password = PASSWORD) {
  return (await call(linkEmail, { body: { email, password } })).data
}

async function addPhone(server: TestServer, { call }: Signed, phone: string): Promise<Session> {
  return (await call(linkPhone, { body: await codeSent(server, phone) })).data
}

async function enter({ call }: TestServer, email: string, password: string) {
  return (await call(signInByEmail, { body: { email, password } })).data
}

async function codeSent({ call, outbox }: TestServer, phone: string) {
  const { data } = await call(sendCode, { body: { phone, proof: await solvedChallenge(call) } })
  return { verificationId: data.verificationId, code: codeFor(phone, outbox) }
}

function rowsIn({ services }: TestServer) {
  return services.db.selectFrom('users').selectAll().execute()
}
