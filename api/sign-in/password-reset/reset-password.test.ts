import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { refreshToken } from '../../../contract/account.ts'
import { readResetLink, resetPassword, sendResetLink } from '../../../contract/sign-in/password-reset.ts'
import { MINUTE } from '../../../contract/time.ts'
import { type OutboxLine, onEachDatabase, type TestServer } from '../../testing.ts'
import { isKnown } from '../../testing-people.ts'
import { create, enter, linkFor, NEW, NOURA, PASSWORD, rowOf, set, USED } from './testing-reset.ts'

const PUBLIC_URL = 'https://learn.example.org'
const OURS = { env: { PUBLIC_URL } }
const EXPIRED = { status: 400, code: 'auth/expired-action-code' }
const NOT_OURS = { status: 400, code: 'auth/unauthorized-continue-uri' }

onEachDatabase('A link to set a new password', start => {
  test('comes by mail, in Arabic, and leads to our page and from there to the sign-in', async () => {
    const server = await start(OURS)
    await create(server)
    await server.call(sendResetLink, { body: { email: ' Noura@Example.org' } })
    const mail = mailTo(server)
    expect(mail).toMatchObject({ kind: 'email', to: NOURA, link: expect.any(String) })
    expect(mail.text).toContain(mail.link)
    expect(mail.text).toContain('خطوة بخطوة')
    expect(mail.text).toMatch(/إن لم يكن الطلب مقصودًا/)
    const next = encodeURIComponent(`${PUBLIC_URL}/login`)
    expect(mail.link).toMatch(new RegExp(`^${PUBLIC_URL}/reset-password\\?continueUrl=${next}#[\\w-]{43}$`))
  })

  test('is in English for a person who asks in English', async () => {
    const server = await start()
    await create(server)
    await server.call(sendResetLink, { body: { email: NOURA, language: 'en' } })
    expect(mailTo(server).text).toMatch(/Step by Step.*did not ask/s)
  })

  test('keeps the query of its login page', async () => {
    const server = await start(OURS)
    await create(server)
    const continueUrl = `${PUBLIC_URL}/login?rid=7&lang=ar`
    await server.call(sendResetLink, { body: { email: NOURA, continueUrl } })
    expect(new URL(mailTo(server).link as string).searchParams.get('continueUrl')).toBe(continueUrl)
  })

  test('leads back to a demo on this machine, by the name that the person used', async () => {
    const server = await start({ env: { PORT: '3000' } })
    await create(server)
    await server.call(sendResetLink, { body: { email: NOURA, continueUrl: 'http://127.0.0.1:3000/login?rid=7' } })
    const { searchParams } = new URL(mailTo(server).link as string)
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
    const server = await start(OURS)
    await create(server)
    await expect(server.call(sendResetLink, { body: { email: NOURA, continueUrl } })).rejects.toMatchObject(NOT_OURS)
    expect(server.outbox()).toEqual([])
  })

  test('begins with the configured URL of this installation, whatever host a request names', async () => {
    const server = await start(OURS)
    await create(server)
    const forged = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      forwarded: 'host=evil.example',
      'x-original-host': 'evil.example',
      origin: 'https://evil.example',
      referer: 'https://evil.example/login',
    }
    expect(await askAs(server, forged)).toMatchObject({ success: true })
    const mail = mailTo(server)
    expect(mail.link).toMatch(/^https:\/\/learn\.example\.org\/reset-password\?/)
    expect(mail.text).not.toContain('evil')
  })

  test('is in the response of a demo only, and equals the one in the mail', async () => {
    const demo = await start()
    await create(demo)
    const { data } = await demo.call(sendResetLink, { body: { email: NOURA } })
    expect(data.demoLink).toBe(mailTo(demo).link)

    const real = await start({
      env: {
        SMS_SENDER: 'webhook',
        SMS_WEBHOOK_URL: 'http://127.0.0.1:9',
        SMS_WEBHOOK_BODY: '{"to":"{{to}}","text":"{{text}}"}',
      },
    })
    await create(real)
    expect(await real.call(sendResetLink, { body: { email: NOURA } })).toEqual({ success: true, data: {} })
  })

  test('for an unknown e-mail address there is an error, unless ENUMERATION_PROTECTION is on: then the response is the same', async () => {
    const server = await start()
    const unknown = { status: 400, code: 'auth/user-not-found' }
    await expect(server.call(sendResetLink, { body: { email: NOURA } })).rejects.toMatchObject(unknown)

    const env = {
      ENUMERATION_PROTECTION: '1',
      SMS_SENDER: 'webhook',
      SMS_WEBHOOK_URL: 'http://127.0.0.1:9',
      SMS_WEBHOOK_BODY: '{"to":"{{to}}","text":"{{text}}"}',
    }
    const hiding = await start({ env })
    await create(hiding)
    const known = await hiding.call(sendResetLink, { body: { email: NOURA } })
    expect(await hiding.call(sendResetLink, { body: { email: 'yousef@example.org' } })).toEqual(known)
    await expect.poll(() => hiding.outbox()).toHaveLength(1)
    expect(hiding.outbox()[0]?.to).toBe(NOURA)
  })

  test('stays valid if the mail server does not accept the next mail', async () => {
    const server = await start()
    await create(server)
    const token = await linkFor(server)
    const away = { MAIL_SENDER: 'smtp', MAIL_FROM: 'steps@example.org', SMTP_URL: 'smtp://127.0.0.1:9' }
    const failing = await start({ ...sameDatabase(server), env: { ...away, LOG_LEVEL: 'silent' } })
    const failed = { status: 503, code: 'unavailable' }
    await expect(failing.call(sendResetLink, { body: { email: NOURA } })).rejects.toMatchObject(failed)
    await set(server, token)
  })
})

onEachDatabase('A person who opens that link', start => {
  test('sees the e-mail address any number of times, and then sets a new password', async () => {
    const server = await start()
    await create(server)
    const token = await linkFor(server)
    for (let time = 0; time < 3; time++) {
      const { data } = await server.call(readResetLink, { body: { token } })
      expect(data).toEqual({ email: NOURA, phoneToConfirm: null })
    }
    expect(await server.call(resetPassword, { body: { token, password: NEW } })).toEqual({ success: true })
    await enter(server, NEW)
    await expect(enter(server, PASSWORD)).rejects.toMatchObject({ code: 'auth/wrong-password' })
  })

  test('can use it once', async () => {
    const server = await start()
    await create(server)
    const token = await linkFor(server)
    await set(server, token)
    await expect(server.call(readResetLink, { body: { token } })).rejects.toMatchObject(USED)
    await expect(set(server, token, 'steps6noura')).rejects.toMatchObject(USED)
    await enter(server, NEW)
  })

  test('is one of two who use it at once, at two processes', async () => {
    const server = await start()
    const other = await server.another()
    await create(server)
    const token = await linkFor(server)
    const outcomes = await Promise.allSettled([set(server, token, 'first4noura'), set(other, token, 'second4noura')])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: USED })
  })

  test('has an hour, and sees afterwards that it has expired', async () => {
    const server = await start()
    await create(server)
    const token = await linkFor(server)
    server.clock.advance(60 * MINUTE - 1000)
    await server.call(readResetLink, { body: { token } })
    server.clock.advance(2000)
    await expect(server.call(readResetLink, { body: { token } })).rejects.toMatchObject(EXPIRED)
    await expect(set(server, token)).rejects.toMatchObject(EXPIRED)
    await server.services.identity.deleteExpired()
    await expect(set(server, token)).rejects.toMatchObject(EXPIRED)
    server.clock.advance(8 * 24 * 60 * MINUTE)
    await server.services.identity.deleteExpired()
    expect(await server.services.db.selectFrom('reset_links').select('uid').execute()).toEqual([])
    await enter(server, PASSWORD)
  })

  test('needs the newest link', async () => {
    const server = await start()
    await create(server)
    const older = await linkFor(server)
    const newer = await linkFor(server)
    await expect(set(server, older)).rejects.toMatchObject(USED)
    await set(server, newer)
  })

  test('can use it after a password that is too weak', async () => {
    const server = await start()
    await create(server)
    const token = await linkFor(server)
    await expect(set(server, token, 'abc')).rejects.toMatchObject({ code: 'auth/weak-password' })
    await set(server, token)
  })

  test('cannot guess a link', async () => {
    const server = await start()
    await create(server)
    const token = await linkFor(server)
    const rows = await server.services.db.selectFrom('reset_links').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    const kept = rows[0]?.token_hash as string
    for (const made of ['', 'x', kept, 'A'.repeat(43), "' or '1'='1", token.slice(0, -1), `${token}A`, '../../x']) {
      await expect(server.call(readResetLink, { body: { token: made } })).rejects.toMatchObject(USED)
      await expect(set(server, made)).rejects.toMatchObject(USED)
    }
    await expect(set(server, 'x'.repeat(201))).rejects.toMatchObject({ status: 400 })
  })

  test('signs the account out everywhere: at once here, within five seconds elsewhere', async () => {
    const server = await start()
    const other = await server.another()
    const sessions = [await create(server), await enter(server, PASSWORD), await enter(other, PASSWORD)]
    for (const session of sessions) expect(await isKnown(other, session)).toBe(true)
    for (const session of sessions) expect(await isKnown(server, session)).toBe(true)
    await set(server, await linkFor(server))
    for (const session of sessions) {
      expect(await isKnown(server, session)).toBe(false)
      await expect(other.call(refreshToken, { body: session })).rejects.toMatchObject({ status: 401 })
    }
    server.clock.advance(5000)
    for (const session of sessions) expect(await isKnown(other, session)).toBe(false)
    expect(await isKnown(server, await enter(server, NEW))).toBe(true)
  })

  test('ends sessions that the old password opened at the same time', async () => {
    const server = await start({ env: { LIMIT_FACTOR: '100' } })
    const other = await server.another()
    await create(server)
    for (let round = 0; round < 4; round++) {
      const [from, to] = [`steps${round}noura`, `steps${round + 1}noura`]
      await set(server, await linkFor(server), from)
      const token = await linkFor(server)
      const thieves = [server, other, server, other].map(on => enter(on, from).catch(() => undefined))
      await set(server, token, to)
      server.clock.advance(5000)
      for (const session of await Promise.all(thieves)) {
        if (session) expect(await isKnown(other, session)).toBe(false)
      }
    }
  })

  test('gets a mail that the password was changed, without a link', async () => {
    const server = await start()
    await create(server)
    await set(server, await linkFor(server))
    await expect.poll(() => server.outbox()).toHaveLength(2)
    const told = mailTo(server)
    expect(told.text).toMatch(/خطوة بخطوة.*Step by Step/s)
    expect(told.link).toBeUndefined()
    expect(told.text).not.toMatch(/https?:/)
  })

  test('verifies the e-mail address', async () => {
    const server = await start()
    const { uid } = await create(server)
    await set(server, await linkFor(server))
    expect(await rowOf(server, uid)).toMatchObject({ email: NOURA, email_proved_at: expect.any(Number) })
  })

  test('cannot sign in if the account is blocked', async () => {
    const server = await start()
    const { uid } = await create(server)
    await server.services.db.updateTable('users').set({ blocked_at: 1 }).where('uid', '=', uid).execute()
    await set(server, await linkFor(server))
    await expect(enter(server, NEW)).rejects.toMatchObject({ code: 'auth/login-blocked' })
  })
})

/** Asks for a link with headers that fetch does not allow. */
function askAs({ origin }: TestServer, headers: Record<string, string>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const url = new URL(sendResetLink.path, origin)
    const asking = request(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers } })
    asking.on('response', response => json(response).then(resolve, reject)).on('error', reject)
    asking.end(JSON.stringify({ email: NOURA }))
  })
}

function mailTo({ outbox }: TestServer): OutboxLine {
  return outbox().findLast(({ to }) => to === NOURA) as OutboxLine
}

function sameDatabase({ services, clock }: TestServer) {
  return { dataDir: services.config.dataDir, databaseUrl: services.config.databaseUrl, clock }
}
