import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import { refreshToken } from '../../../contract/account.ts'
import { readResetLink, resetPassword, sendResetLink } from '../../../contract/sign-in/password-reset.ts'
import { MINUTE } from '../../../contract/time.ts'
import { type OutboxLine, onEachDatabase, type TestServer } from '../../testing.ts'
import { isKnown, newEmail } from '../../testing-people.ts'
import {
  createAccount,
  type HasEmail,
  linkFor,
  NEW_PASSWORD,
  PASSWORD,
  setPassword,
  signInWithPassword,
  USED_LINK,
  userRowOf,
} from './testing-reset.ts'

const PUBLIC_URL = 'https://learn.example.org'
// These tests ask for more links than a network may in an hour.
const OURS = { env: { PUBLIC_URL, LIMIT_FACTOR: '100' } }
const EXPIRED = { status: 400, code: 'auth/expired-action-code' }
const NOT_OURS = { status: 400, code: 'auth/unauthorized-continue-uri' }

onEachDatabase('A link to set a new password', start => {
  let server: TestServer
  let noura: HasEmail

  beforeAll(async () => {
    server = await start({ ...OURS, isForAll: true })
    noura = await createAccount(server)
  })

  test('comes by mail, in Arabic, and leads to our page and from there to the sign-in', async () => {
    await server.call(sendResetLink, { body: { email: ` ${noura.email.toUpperCase()}` } })
    const mail = mailTo(server, noura)
    expect(mail).toMatchObject({ kind: 'email', to: noura.email, link: expect.any(String) })
    expect(mail.text).toContain(mail.link)
    expect(mail.text).toContain('خطوة بخطوة')
    expect(mail.text).toMatch(/إن لم يكن الطلب مقصودًا/)
    const next = encodeURIComponent(`${PUBLIC_URL}/login`)
    expect(mail.link).toMatch(new RegExp(`^${PUBLIC_URL}/reset-password\\?continueUrl=${next}#[\\w-]{43}$`))
  })

  test('is in English for a person who asks in English', async () => {
    await server.call(sendResetLink, { body: { email: noura.email, language: 'en' } })
    expect(mailTo(server, noura).text).toMatch(/Step by Step.*did not ask/s)
  })

  test('keeps the query of its login page', async () => {
    const continueUrl = `${PUBLIC_URL}/login?rid=7&lang=ar`
    await server.call(sendResetLink, { body: { email: noura.email, continueUrl } })
    expect(new URL(mailTo(server, noura).link as string).searchParams.get('continueUrl')).toBe(continueUrl)
  })

  test('leads back to a demo on this machine, by the name that the person used', async () => {
    const server = await start({ env: { PORT: '3000' } })
    const noura = await createAccount(server)
    await server.call(sendResetLink, { body: { email: noura.email, continueUrl: 'http://127.0.0.1:3000/login?rid=7' } })
    const { searchParams } = new URL(mailTo(server, noura).link as string)
    expect(searchParams.get('continueUrl')).toBe('http://localhost:3000/login?rid=7')
  })

  test.each([
    'https://evil.example',
    'http://127.0.0.1/login',
    'https://evil.example/login',
    'http://learn.example.org/login',
    'https://learn.example.org:8443/login',
    'https://learn.example.org.evil.example/login',
    'https://learn.example.org@evil.example/login',
    'https://user:password@learn.example.org/login',
    'https://learn.example.org/logout',
    'https://learn.example.org/login/../x',
    'https://learn.example.org/login/',
    'https://learn.example.org//evil.example/login',
    'https://learn.example.org/login#x',
    '//learn.example.org/login',
    '/login',
    'javascript:alert(1)//learn.example.org/login',
    'login',
    '',
    `https://learn.example.org/login?${'x'.repeat(3000)}`,
  ])('does not lead to %j afterwards', async continueUrl => {
    const before = mailTo(server, noura)
    await expect(server.call(sendResetLink, { body: { email: noura.email, continueUrl } })).rejects.toMatchObject(
      NOT_OURS,
    )
    expect(mailTo(server, noura)).toEqual(before)
  })

  test('begins with the configured URL of this installation, whatever host a request names', async () => {
    const forged = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      forwarded: 'host=evil.example',
      'x-original-host': 'evil.example',
      origin: 'https://evil.example',
      referer: 'https://evil.example/login',
    }
    expect(await askAs(server, noura, forged)).toMatchObject({ success: true })
    const mail = mailTo(server, noura)
    expect(mail.link).toMatch(/^https:\/\/learn\.example\.org\/reset-password\?/)
    expect(mail.text).not.toContain('evil')
  })

  test('is mailed once for one press, also if its reply is lost, so that the link of the first mail is good', async () => {
    const pressed = (idempotencyKey: string, email = noura.email) =>
      server.call(sendResetLink, { body: { email } }, { idempotencyKey })
    const before = server.outbox().length
    const [first, atOnce] = await Promise.all([pressed('one-press'), pressed('one-press')])
    const later = await pressed('one-press')
    expect(server.outbox()).toHaveLength(before + 1)
    for (const { data } of [first, atOnce, later]) expect(data.demoLink).toBe(mailTo(server, noura).link)
    await pressed('another-press')
    expect(server.outbox()).toHaveLength(before + 2)
    await expect(pressed('one-press', newEmail())).rejects.toMatchObject({ code: 'auth/user-not-found' })
  })

  test('is in the response of a demo only, and equals the one in the mail', async () => {
    const { data } = await server.call(sendResetLink, { body: { email: noura.email } })
    expect(data.demoLink).toBe(mailTo(server, noura).link)

    const real = await start({
      env: {
        SMS_SENDER: 'webhook',
        SMS_WEBHOOK_URL: 'http://127.0.0.1:9',
        SMS_WEBHOOK_BODY: '{"to":"{{to}}","text":"{{text}}"}',
      },
    })
    const { email } = await createAccount(real)
    expect(await real.call(sendResetLink, { body: { email } })).toEqual({ success: true, data: {} })
  })

  test('for an unknown e-mail address there is an error, unless ENUMERATION_PROTECTION is on: then the response is the same', async () => {
    const unknown = { status: 400, code: 'auth/user-not-found' }
    await expect(server.call(sendResetLink, { body: { email: newEmail() } })).rejects.toMatchObject(unknown)

    const env = {
      ENUMERATION_PROTECTION: '1',
      SMS_SENDER: 'webhook',
      SMS_WEBHOOK_URL: 'http://127.0.0.1:9',
      SMS_WEBHOOK_BODY: '{"to":"{{to}}","text":"{{text}}"}',
    }
    const hiding = await start({ env })
    const { email } = await createAccount(hiding)
    const known = await hiding.call(sendResetLink, { body: { email } })
    expect(await hiding.call(sendResetLink, { body: { email: 'yousef@example.org' } })).toEqual(known)
    await expect.poll(() => hiding.outbox()).toHaveLength(1)
    expect(hiding.outbox()[0]?.to).toBe(email)
  })

  test('stays valid if the mail server does not accept the next mail', async () => {
    const noura = await createAccount(server)
    const token = await linkFor(server, noura)
    const away = { MAIL_SENDER: 'smtp', MAIL_FROM: 'steps@example.org', SMTP_URL: 'smtp://127.0.0.1:9' }
    const failing = await start({ ...sameDatabase(server), env: { ...OURS.env, ...away, LOG_LEVEL: 'silent' } })
    const failed = { status: 503, code: 'unavailable' }
    await expect(failing.call(sendResetLink, { body: { email: noura.email } })).rejects.toMatchObject(failed)
    await setPassword(server, token)
  })
})

onEachDatabase('A person who opens that link', start => {
  let server: TestServer
  let other: TestServer

  beforeAll(async () => {
    server = await start({ ...OURS, isForAll: true })
    other = await server.another()
  })

  test('sees the e-mail address any number of times, and then sets a new password', async () => {
    const noura = await createAccount(server)
    const token = await linkFor(server, noura)
    for (let time = 0; time < 3; time++) {
      const { data } = await server.call(readResetLink, { body: { token } })
      expect(data).toEqual({ email: noura.email, phoneToConfirm: null })
    }
    expect(await server.call(resetPassword, { body: { token, password: NEW_PASSWORD } })).toEqual({ success: true })
    await signInWithPassword(server, noura, NEW_PASSWORD)
    await expect(signInWithPassword(server, noura, PASSWORD)).rejects.toMatchObject({ code: 'auth/wrong-password' })
  })

  test('can use it once', async () => {
    const noura = await createAccount(server)
    const token = await linkFor(server, noura)
    await setPassword(server, token)
    await expect(server.call(readResetLink, { body: { token } })).rejects.toMatchObject(USED_LINK)
    await expect(setPassword(server, token, 'steps6noura')).rejects.toMatchObject(USED_LINK)
    await signInWithPassword(server, noura, NEW_PASSWORD)
  })

  test('is told again that it is done if the reply was lost, and only by the same press', async () => {
    const noura = await createAccount(server)
    const token = await linkFor(server, noura)
    const press = (password: string, idempotencyKey: string, { call }: Pick<TestServer, 'call'> = server) =>
      call(resetPassword, { body: { token, password } }, { idempotencyKey })
    const mails = () => server.outbox().filter(({ to }) => to === noura.email)
    // Her browser gave up, and sent the request again before the first one was done.
    await Promise.all([press(NEW_PASSWORD, 'one-press-of-noura'), press(NEW_PASSWORD, 'one-press-of-noura', other)])
    await expect.poll(mails, { message: 'the link, and that it was used' }).toHaveLength(2)
    expect(await press(NEW_PASSWORD, 'one-press-of-noura')).toEqual({ success: true })
    expect(mails(), 'no third one').toHaveLength(2)
    for (const [password, key] of [
      ['steps6noura', 'one-press-of-noura'],
      [NEW_PASSWORD, 'press-of-a-stranger'],
    ] as const)
      await expect(press(password, key)).rejects.toMatchObject(USED_LINK)
    expect((await signInWithPassword(server, noura, NEW_PASSWORD)).uid).toBe(noura.uid)
  })

  test('is one of two who use it at once, at two processes', async () => {
    const noura = await createAccount(server)
    const token = await linkFor(server, noura)
    const outcomes = await Promise.allSettled([
      setPassword(server, token, 'first4noura'),
      setPassword(other, token, 'second4noura'),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: USED_LINK })
  })

  test('has an hour, and sees afterwards that it has expired', async () => {
    const server = await start()
    const noura = await createAccount(server)
    const token = await linkFor(server, noura)
    // The clock was an hour ahead, and is set right.
    server.clock.advance(-60 * MINUTE)
    await expect(server.call(readResetLink, { body: { token } })).rejects.toMatchObject(EXPIRED)
    server.clock.advance(2 * 60 * MINUTE - 1000)
    await server.call(readResetLink, { body: { token } })
    server.clock.advance(2000)
    await expect(server.call(readResetLink, { body: { token } })).rejects.toMatchObject(EXPIRED)
    await expect(setPassword(server, token)).rejects.toMatchObject(EXPIRED)
    await server.services.identity.deleteExpired()
    await expect(setPassword(server, token)).rejects.toMatchObject(EXPIRED)
    server.clock.advance(8 * 24 * 60 * MINUTE)
    await server.services.identity.deleteExpired()
    expect(await server.services.db.selectFrom('reset_links').select('uid').execute()).toEqual([])
    await signInWithPassword(server, noura, PASSWORD)
  })

  test('needs the newest link', async () => {
    const noura = await createAccount(server)
    const older = await linkFor(server, noura)
    const newer = await linkFor(server, noura)
    await expect(setPassword(server, older)).rejects.toMatchObject(USED_LINK)
    await setPassword(server, newer)
  })

  test('can use it after a password that is too weak', async () => {
    const noura = await createAccount(server)
    const token = await linkFor(server, noura)
    await expect(setPassword(server, token, 'abc')).rejects.toMatchObject({ code: 'auth/weak-password' })
    await setPassword(server, token)
  })

  test('cannot guess a link', async () => {
    const noura = await createAccount(server)
    const token = await linkFor(server, noura)
    const rows = await server.services.db.selectFrom('reset_links').where('uid', '=', noura.uid).selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    const kept = rows[0]?.token_hash as string
    for (const made of ['', 'x', kept, 'A'.repeat(43), "' or '1'='1", token.slice(0, -1), `${token}A`, '../../x']) {
      await expect(server.call(readResetLink, { body: { token: made } })).rejects.toMatchObject(USED_LINK)
      await expect(setPassword(server, made)).rejects.toMatchObject(USED_LINK)
    }
    await expect(setPassword(server, 'x'.repeat(201))).rejects.toMatchObject({ status: 400 })
  })

  test('signs the account out everywhere: at once here, within five seconds elsewhere', async () => {
    const noura = await createAccount(server)
    const sessions = [
      noura,
      await signInWithPassword(server, noura, PASSWORD),
      await signInWithPassword(other, noura, PASSWORD),
    ]
    for (const session of sessions) expect(await isKnown(other, session)).toBe(true)
    for (const session of sessions) expect(await isKnown(server, session)).toBe(true)
    const token = await linkFor(server, noura)
    // The clock is ten seconds ahead, and is set right before she signs in.
    server.clock.advance(10_000)
    await setPassword(server, token)
    server.clock.advance(-10_000)
    for (const session of sessions) {
      expect(await isKnown(server, session)).toBe(false)
      await expect(other.call(refreshToken, { body: session })).rejects.toMatchObject({ status: 401 })
    }
    server.clock.advance(5000)
    for (const session of sessions) expect(await isKnown(other, session)).toBe(false)
    expect(await isKnown(server, await signInWithPassword(server, noura, NEW_PASSWORD))).toBe(true)
  })

  test('ends sessions that the old password opened at the same time', async () => {
    const noura = await createAccount(server)
    for (let round = 0; round < 4; round++) {
      const [from, to] = [`steps${round}noura`, `steps${round + 1}noura`]
      await setPassword(server, await linkFor(server, noura), from)
      const token = await linkFor(server, noura)
      const thieves = [server, other, server, other].map(on =>
        signInWithPassword(on, noura, from).catch(() => undefined),
      )
      await setPassword(server, token, to)
      server.clock.advance(5000)
      for (const session of await Promise.all(thieves)) {
        if (session) expect(await isKnown(other, session)).toBe(false)
      }
    }
  })

  test('gets a mail that the password was changed, without a link', async () => {
    const noura = await createAccount(server)
    await setPassword(server, await linkFor(server, noura))
    await expect.poll(() => server.outbox().filter(({ to }) => to === noura.email)).toHaveLength(2)
    const told = mailTo(server, noura)
    expect(told.text).toMatch(/خطوة بخطوة.*Step by Step/s)
    expect(told.link).toBeUndefined()
    expect(told.text).not.toMatch(/https?:/)
  })

  test('verifies the e-mail address', async () => {
    const noura = await createAccount(server)
    await setPassword(server, await linkFor(server, noura))
    expect(await userRowOf(server, noura.uid)).toMatchObject({
      email: noura.email,
      email_proved_at: expect.any(Number),
    })
  })

  test('cannot sign in if the account is blocked', async () => {
    const noura = await createAccount(server)
    await server.services.db.updateTable('users').set({ blocked_at: 1 }).where('uid', '=', noura.uid).execute()
    await setPassword(server, await linkFor(server, noura))
    await expect(signInWithPassword(server, noura, NEW_PASSWORD)).rejects.toMatchObject({ code: 'auth/login-blocked' })
  })
})

/** Asks for a link with headers that fetch does not allow. */
function askAs({ origin }: TestServer, { email }: HasEmail, headers: Record<string, string>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const url = new URL(sendResetLink.path, origin)
    const asking = request(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers } })
    asking.on('response', response => json(response).then(resolve, reject)).on('error', reject)
    asking.end(JSON.stringify({ email }))
  })
}

/** The newest mail to this person. */
function mailTo({ outbox }: TestServer, { email }: HasEmail): OutboxLine {
  return outbox().findLast(({ to }) => to === email) as OutboxLine
}

function sameDatabase({ services, clock }: TestServer) {
  return { dataDir: services.config.dataDir, databaseUrl: services.config.databaseUrl, clock }
}
