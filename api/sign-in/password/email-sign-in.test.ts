import { argon2Sync, randomBytes } from 'node:crypto'
import { decodeJwt } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { createByEmail, signInByEmail } from '../../../contract/sign-in/email.ts'
import { setDisplayName } from '../../../contract/sign-in/session.ts'
import { onEachDatabase, type TestServer } from '../../testing.ts'
import { newEmail, newPhone, register, signInByEmail as signIn } from '../../testing-people.ts'

const PASSWORD = 'steps4noura'
const WRONG = { status: 400, code: 'auth/wrong-password' }
const UNKNOWN = { status: 400, code: 'auth/user-not-found' }
const TAKEN = { status: 400, code: 'auth/email-already-in-use' }
const WEAK = { status: 400, code: 'auth/weak-password' }
const NO_EMAIL = { status: 400, code: 'auth/invalid-email' }
const ARABIC_DIGITS = 'خطوات١٢٣'

onEachDatabase('Signing in by e-mail', start => {
  let server: TestServer

  beforeAll(async () => {
    server = await start({ isForAll: true, hashesAsInUse: true })
  })

  test('Noura makes an account with her e-mail address and signs in to it later', async () => {
    const noura = newEmail()
    const made = await create(server, noura, PASSWORD)
    const later = await enter(server, noura, PASSWORD)
    expect(later).toEqual({
      uid: made.uid,
      idToken: expect.stringMatching(/^ey[\w-]+\.ey[\w-]+\.[\w-]+$/),
      expiresAt: expect.any(Number),
      refreshToken: expect.any(String),
      knownDevice: expect.any(String),
    })
    expect(decodeJwt(later.idToken)).toMatchObject({ sub: made.uid, email: noura })
    expect(decodeJwt(later.idToken)).not.toHaveProperty('phone_number')
  })

  test('neither response nor database contains the password, and no two hashes are the same', async () => {
    const [noura, yousef] = [newEmail(), newEmail()]
    const answers = [await create(server, noura, PASSWORD), await create(server, yousef, PASSWORD)]
    const uids = answers.map(({ uid }) => uid)
    const rows = await server.services.db.selectFrom('passwords').where('uid', 'in', uids).selectAll().execute()
    expect(JSON.stringify([answers, rows])).not.toContain(PASSWORD)
    for (const { hash } of rows) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(new Set(rows.map(({ hash }) => hash)).size).toBe(2)
  })

  test('a wrong password and an unknown e-mail address give different errors, unless ENUMERATION_PROTECTION is on', async () => {
    const [noura, yousef] = [newEmail(), newEmail()]
    await create(server, noura, PASSWORD)
    await expect(enter(server, noura, 'steps4yousef')).rejects.toMatchObject(WRONG)
    await expect(enter(server, yousef, PASSWORD)).rejects.toMatchObject(UNKNOWN)

    const hiding = await start({ env: { ENUMERATION_PROTECTION: '1' } })
    await create(hiding, noura, PASSWORD)
    const either = { status: 400, code: 'auth/invalid-credential' }
    await expect(enter(hiding, noura, 'steps4yousef')).rejects.toMatchObject(either)
    await expect(enter(hiding, yousef, PASSWORD)).rejects.toMatchObject(either)
    await enter(hiding, noura, PASSWORD)
  })

  test("all spellings of Noura's e-mail address open one account", async () => {
    const noura = newEmail()
    const { uid } = await create(server, ` ${noura.replace('noura', 'Noura').replace('example', 'Example')}`, PASSWORD)
    for (const written of [noura, noura.toUpperCase(), `${noura}.`, `\u200f${noura} `]) {
      expect((await enter(server, written, PASSWORD)).uid).toBe(uid)
      await expect(create(server, written, PASSWORD)).rejects.toMatchObject(TAKEN)
    }
    expect(await emailsIn(server, noura)).toEqual([noura])
  })

  test('when many make an account of one e-mail address at once, at two processes, one succeeds', async () => {
    const noura = newEmail()
    const other = await server.another()
    const tries = [server, other, server, other].map(on => create(on, noura, PASSWORD))
    const outcomes = await Promise.allSettled(tries)
    const refused = outcomes.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(3)
    for (const each of refused) expect(each).toMatchObject({ reason: TAKEN })
    expect(await emailsIn(server, noura)).toEqual([noura])
  })

  test.each([
    'noura@example.org\r\nBcc: yousef@example.org',
    'noura@example.org\n',
    'noura',
    'noura@localhost',
    'noura@example.org, yousef@example.org',
  ])('%j is no e-mail address', async email => {
    await expect(create(server, email, PASSWORD)).rejects.toMatchObject(NO_EMAIL)
    await expect(enter(server, email, PASSWORD)).rejects.toMatchObject(NO_EMAIL)
  })

  test('a uid is not accepted as an e-mail address or as a token', async () => {
    const noura = await create(server, newEmail(), PASSWORD)
    await expect(enter(server, noura.uid, PASSWORD)).rejects.toMatchObject(NO_EMAIL)
    await expect(post(server, { uid: noura.uid, password: PASSWORD })).resolves.toMatchObject({ status: 400 })
    await expect(post(server, { uid: noura.uid, email: newEmail(), password: PASSWORD })).resolves.toMatchObject({
      body: { error: { code: UNKNOWN.code } },
    })
    const headers = { authorization: `Bearer ${noura.uid}` }
    const naming = server.call(setDisplayName, { body: { displayName: 'Yousef' } }, { headers })
    await expect(naming).rejects.toMatchObject({ status: 401 })
  })

  test('signing in by e-mail does not verify the e-mail address', async () => {
    const noura = newEmail()
    const { uid } = await create(server, noura, PASSWORD)
    await enter(server, noura, PASSWORD)
    const users = server.services.db.selectFrom('users').where('uid', '=', uid)
    const rows = await users.select(['email_since', 'email_proved_at']).execute()
    expect(rows).toEqual([{ email_since: expect.any(Number), email_proved_at: null }])
  })
})

onEachDatabase('Passwords', start => {
  let server: TestServer

  beforeAll(async () => {
    server = await start({ isForAll: true, hashesAsInUse: true })
  })

  test('all characters of a password count, also those after 72 bytes', async () => {
    const noura = newEmail()
    const beginning = 'ab1'.repeat(24)
    await create(server, noura, `${beginning}noura`)
    await expect(enter(server, noura, `${beginning}yousef`)).rejects.toMatchObject(WRONG)
    await expect(enter(server, noura, beginning)).rejects.toMatchObject(WRONG)
    await enter(server, noura, `${beginning}noura`)
  })

  test('an Arabic password is the same from every keyboard', async () => {
    const [noura, yousef] = [newEmail(), newEmail()]
    const composed = 'أؤئ١٢٣'.normalize('NFC')
    const decomposed = composed.normalize('NFD')
    expect(decomposed).not.toBe(composed)
    await create(server, noura, composed)
    await enter(server, noura, decomposed)
    await create(server, yousef, decomposed)
    await enter(server, yousef, composed)
    await enter(server, yousef, composed.replace('١٢٣', '123'))
    await enter(server, yousef, composed.replace('١٢٣', '۱۲۳'))
  })

  test('a password has at most 1,024 bytes, is never empty, and is text', async () => {
    const [noura, yousef] = [newEmail(), newEmail()]
    const longest = 'a1'.repeat(512)
    await create(server, noura, longest)
    await enter(server, noura, longest)
    for (const password of [`${longest}a`, 'خ1'.repeat(400), '', '\ud800abc123']) {
      await expect(enter(server, noura, password)).rejects.toMatchObject({ status: 400, code: 'bad-request' })
      await expect(create(server, yousef, password)).rejects.toMatchObject({ status: 400 })
    }
    for (const password of ['\0', 'steps\u0000noura', [PASSWORD], { length: 8 }, 12345678, null]) {
      const answer = await post(server, { email: noura, password })
      expect(answer).toMatchObject({ status: 400, body: { error: { code: 'bad-request' } } })
    }
    const megabyte = await post(server, { email: noura, password: 'a1'.repeat(512 * 1024) })
    expect(megabyte).toMatchObject({ status: 413, body: { error: { code: 'too-large' } } })
  })

  test('six characters with letters and numbers of any script are required', async () => {
    const [noura, yousef] = [newEmail(), newEmail()]
    for (const weak of ['abc12', '123456', 'abcdef', 'خطوات', '!!!!!!', '١٢٣٤٥٦', '🙂🙂🙂a1']) {
      await expect(create(server, noura, weak)).rejects.toMatchObject(WEAK)
    }
    await create(server, noura, ARABIC_DIGITS)
    await create(server, yousef, 'abc123')
  })

  test('the strong policy requires eight characters and refuses common passwords', async () => {
    const server = await start({ env: { PASSWORD_POLICY: 'strong' } })
    const noura = newEmail()
    for (const weak of ['abc1234', 'password', 'PASSWORD1', 'ｐａｓｓｗｏｒｄ', '1qaz2wsx', 'iloveyou']) {
      const error = await create(server, noura, weak).catch(error => error)
      expect(error).toMatchObject(WEAK)
      expect(error.message).toMatch(/8 characters/)
    }
    await create(server, noura, 'eight quiet camels')
  })

  test('a hash that was made with less effort is replaced when its owner signs in', async () => {
    const noura = newEmail()
    const { db } = server.services
    const { uid } = await create(server, noura, PASSWORD)
    const weaker = weakHashOf(PASSWORD)
    await db.updateTable('passwords').set({ hash: weaker }).where('uid', '=', uid).execute()
    await expect(enter(server, noura, 'steps4yousef')).rejects.toMatchObject(WRONG)
    expect(await hashOf(server, uid)).toBe(weaker)
    await Promise.all([enter(server, noura, PASSWORD), enter(server, noura, PASSWORD)])
    expect(await hashOf(server, uid)).toContain('m=19456,t=2,p=1')
    await enter(server, noura, PASSWORD)
  })

  test('an account without a password, or with an unreadable hash, opens with no password', async () => {
    const noura = newEmail()
    const { db } = server.services
    const { uid } = await create(server, noura, PASSWORD)
    await db.updateTable('passwords').set({ hash: '' }).where('uid', '=', uid).execute()
    await expect(enter(server, noura, PASSWORD)).rejects.toMatchObject(WRONG)
    await db.deleteFrom('passwords').where('uid', '=', uid).execute()
    await expect(enter(server, noura, PASSWORD)).rejects.toMatchObject(WRONG)
  })
})

onEachDatabase('A blocked account', start => {
  const BLOCKED = { status: 403, code: 'auth/login-blocked' }
  let server: TestServer

  beforeAll(async () => {
    server = await start({ isForAll: true })
  })

  test('is reported after the right password only, and opens again when it is unblocked', async () => {
    const noura = await register(server.origin, newEmail(), PASSWORD)
    await block(server, noura.uid, server.clock.now())
    await expect(enter(server, noura.email, 'steps4yousef')).rejects.toMatchObject(WRONG)
    await expect(enter(server, noura.email, PASSWORD)).rejects.toMatchObject(BLOCKED)
    server.clock.advance(5000)
    await expect(noura.call(setDisplayName, { body: { displayName: 'Noura' } })).rejects.toMatchObject(BLOCKED)
    await block(server, noura.uid, null)
    const again = await signIn(server.origin, noura.email, PASSWORD)
    await again.call(setDisplayName, { body: { displayName: 'Noura' } })
  })

  test('is reported after the right code only', async () => {
    const phone = newPhone()
    const { uid } = await server.signIn(phone)
    await block(server, uid, server.clock.now())
    server.clock.advance(60_000)
    await expect(server.signIn(phone)).rejects.toMatchObject(BLOCKED)
    await block(server, uid, null)
    server.clock.advance(60_000)
    expect((await server.signIn(phone)).uid).toBe(uid)
  })
})

async function create({ call }: TestServer, email: string, password: string) {
  return (await call(createByEmail, { body: { email, password } })).data
}

async function enter({ call }: TestServer, email: string, password: string) {
  return (await call(signInByEmail, { body: { email, password } })).data
}

/** Sends a request that no honest browser sends. */
async function post({ origin }: TestServer, body: unknown): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${origin}${signInByEmail.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

async function block({ services }: TestServer, uid: string, at: number | null): Promise<void> {
  await services.db.updateTable('users').set({ blocked_at: at }).where('uid', '=', uid).execute()
}

/** All stored e-mail addresses that contain this one, in small or capital letters. */
async function emailsIn({ services }: TestServer, email: string): Promise<(string | null)[]> {
  const rows = await services.db.selectFrom('users').select('email').execute()
  return rows.map(row => row.email).filter(stored => stored?.toLowerCase().includes(email))
}

async function hashOf({ services }: TestServer, uid: string): Promise<string> {
  const row = await services.db.selectFrom('passwords').select('hash').where('uid', '=', uid).executeTakeFirstOrThrow()
  return row.hash
}

/** A hash of an installation with other parameters. */
function weakHashOf(password: string): string {
  const nonce = randomBytes(16)
  const parameters = { message: password, nonce, memory: 64, passes: 1, parallelism: 1, tagLength: 32 }
  const parts = [nonce, argon2Sync('argon2id', parameters)]
  return `$argon2id$v=19$m=64,t=1,p=1$${parts.map(part => part.toString('base64').replace(/=+$/, '')).join('$')}`
}
