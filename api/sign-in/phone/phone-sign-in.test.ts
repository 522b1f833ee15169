import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { refreshToken } from '../../../contract/account.ts'
import { ApiError } from '../../../contract/calls/api-error.ts'
import { confirmCode, getDemoCode, sendCode } from '../../../contract/sign-in/phone.ts'
import { signOut } from '../../../contract/sign-in/session.ts'
import { unanswered } from '../../senders/testing.ts'
import { onEachDatabase, type TestServer } from '../../testing.ts'
import { codeFor, isKnown, solvedChallenge } from '../../testing-people.ts'
import { newCode } from './code.ts'
import { smsText } from './sms-text.ts'

const NOURA = '+971501234567'
const YOUSEF = '+971507654321'
const KEY = 'key-of-this-press'
const OTHER_KEY = 'key-of-another'
const WRONG = { status: 400, code: 'auth/invalid-verification-code' }
const DEAD = { status: 400, code: 'auth/code-expired' }

onEachDatabase('Signing in with a code', start => {
  test('Noura enters the code from her phone and is signed in', async () => {
    const server = await start()
    const id = await codeSent(server, NOURA)
    const { data } = await enter(server, id, codeFor(NOURA, server.outbox))
    expect(data).toEqual({
      uid: expect.stringMatching(/^[A-Za-z0-9]{28}$/),
      idToken: expect.stringMatching(/^ey[\w-]+\.ey[\w-]+\.[\w-]+$/),
      expiresAt: expect.any(Number),
      refreshToken: expect.any(String),
    })
    expect(data.expiresAt - server.clock.now()).toBeGreaterThan(59 * 60_000)
  })

  test('neither response nor database contains the code', async () => {
    const server = await start()
    const proof = await solvedChallenge(server.call)
    const answer = await server.call(sendCode, { body: { phone: NOURA, proof } })
    const code = codeFor(NOURA, server.outbox)
    expect(answer).toEqual({ success: true, data: { verificationId: expect.any(String), resendAfterSeconds: 30 } })
    expect(JSON.stringify(answer)).not.toContain(code)
    const rows = await server.services.db.selectFrom('verifications').select(['id', 'code_hash']).execute()
    expect(JSON.stringify(rows)).not.toContain(code)
  })

  test('a code is valid once', async () => {
    const server = await start()
    const id = await codeSent(server, NOURA)
    const code = codeFor(NOURA, server.outbox)
    await enter(server, id, code)
    await expect(enter(server, id, code)).rejects.toMatchObject(WRONG)
  })

  test('when two people enter the same code at once, one of them is signed in', async () => {
    const server = await start()
    const other = await server.another()
    const id = await codeSent(server, NOURA)
    const code = codeFor(NOURA, server.outbox)
    const outcomes = await Promise.all([server, other, server, other].map(on => outcome(enter(on, id, code))))
    expect(outcomes.filter(each => each === 'signed in')).toHaveLength(1)
    expect(await server.services.db.selectFrom('sessions').select('id').execute()).toHaveLength(1)
  })

  test('if the response is lost, the same request opens a session again and ends the one before', async () => {
    const server = await start()
    // The clock stands still, because below only two seconds are left, and the calls may take as long.
    server.clock.stop()
    const other = await server.another()
    const id = await codeSent(server, NOURA)
    const code = codeFor(NOURA, server.outbox)
    for (let guess = 0; guess < 4; guess++) await expect(enter(server, id, '', KEY)).rejects.toMatchObject(WRONG)
    const lost = (await enter(server, id, code, KEY)).data
    expect(await isKnown(server, lost)).toBe(true)
    server.clock.advance(60_000)
    for (let again = 0; again < 3; again++) await enter(other, id, code, KEY)
    server.clock.advance(9 * 60_000 - 2000)
    const { data } = await enter(server, id, code, KEY)
    expect(data.uid).toBe(lost.uid)
    expect(await isKnown(server, data)).toBe(true)
    server.clock.advance(1000)
    expect(await isKnown(server, lost)).toBe(false)
    await expect(server.call(refreshToken, { body: lost })).rejects.toMatchObject({ status: 401 })
    server.clock.advance(2000)
    await expect(enter(server, id, code, KEY)).rejects.toMatchObject(DEAD)
    expect(await isKnown(server, data)).toBe(true)
  })

  test('a used code opens nothing with another key, without a key, or with a wrong code', async () => {
    const server = await start()
    const id = await codeSent(server, NOURA)
    const code = codeFor(NOURA, server.outbox)
    const { data } = await enter(server, id, code, KEY)
    const yousefs = await codeSent(server, YOUSEF)
    for (const key of [OTHER_KEY, undefined]) {
      await expect(enter(server, id, code, key)).rejects.toMatchObject(WRONG)
    }
    await expect(enter(server, yousefs, code, KEY)).rejects.toMatchObject(WRONG)
    for (let guess = 0; guess < 5; guess++) await expect(enter(server, id, 'no', KEY)).rejects.toMatchObject(WRONG)
    await expect(enter(server, id, code, KEY)).rejects.toMatchObject(DEAD)
    expect(await isKnown(server, data)).toBe(true)
  })

  test('its code does not open an ended session again', async () => {
    const server = await start()
    const id = await codeSent(server, NOURA)
    const code = codeFor(NOURA, server.outbox)
    const { data } = await enter(server, id, code, KEY)
    await server.call(signOut, {}, { headers: { authorization: `Bearer ${data.idToken}` } })
    await expect(enter(server, id, code, KEY)).rejects.toMatchObject(WRONG)

    const yousefs = await codeSent(server, YOUSEF)
    const yousefsCode = codeFor(YOUSEF, server.outbox)
    const { uid } = (await enter(server, yousefs, yousefsCode, KEY)).data
    await server.services.db.updateTable('users').set({ blocked_at: 1 }).where('uid', '=', uid).execute()
    await expect(enter(server, yousefs, yousefsCode, KEY)).rejects.toMatchObject({ code: 'auth/login-blocked' })
  })

  test('if two processes get the same request at nearly the same moment, each reply is a session, and one lives', async () => {
    const server = await start()
    const other = await server.another()
    const id = await codeSent(server, NOURA)
    const code = codeFor(NOURA, server.outbox)
    const attempts = [server, other, server, other].map(async (on, index) => {
      await sleep(5 * index)
      return outcome(enter(on, id, code, KEY))
    })
    expect(await Promise.all(attempts)).toEqual(attempts.map(() => 'signed in'))
    const live = server.services.db.selectFrom('sessions').select('id').where('revoked_at', 'is', null)
    expect(await live.execute()).toHaveLength(1)
    await enter(server, id, code, KEY)
  })

  test('neither keys nor tokens of a request are stored', async () => {
    const server = await start()
    const id = await codeSent(server, NOURA, KEY)
    const { data } = await enter(server, id, codeFor(NOURA, server.outbox), KEY)
    const stored = JSON.stringify(await server.services.db.selectFrom('idempotency_keys').selectAll().execute())
    expect(stored).toContain(id)
    for (const secret of [KEY, NOURA, data.idToken, data.refreshToken]) expect(stored).not.toContain(secret)
  })

  test('if the response is lost, the same request for a code gets the same id, without a second SMS', async () => {
    const server = await start()
    const other = await server.another()
    const proof = await solvedChallenge(server.call)
    const body = { phone: NOURA, proof }
    const first = await server.call(sendCode, { body }, { idempotencyKey: KEY })
    server.clock.advance(10_000)
    // The solution is already used. The repeated request is not counted, so it needs no other solution.
    const again = await other.call(sendCode, { body }, { idempotencyKey: KEY })
    expect(again.data).toEqual({ verificationId: first.data.verificationId, resendAfterSeconds: 20 })
    expect(server.outbox()).toHaveLength(1)
    await expect(codeSent(server, NOURA, OTHER_KEY)).rejects.toMatchObject({ code: 'auth/quota-exceeded' })
    // The key is valid for this phone only, and as long as the code.
    expect(await codeSent(server, YOUSEF, KEY)).not.toBe(first.data.verificationId)
    server.clock.advance(10 * 60_000)
    const next = await codeSent(server, NOURA, KEY)
    expect(next).not.toBe(first.data.verificationId)
    expect(await codeSent(server, NOURA, KEY)).toBe(next)
    expect((await enter(server, next, codeFor(NOURA, server.outbox))).success).toBe(true)
  })

  test('ten requests of one press at once, at two processes, get the same answer and send one SMS', async () => {
    const server = await start()
    const other = await server.another()
    const body = { phone: NOURA, proof: await solvedChallenge(server.call) }
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        (index % 2 ? server : other).call(sendCode, { body }, { idempotencyKey: KEY }),
      ),
    )
    expect(new Set(replies.map(({ data }) => data.verificationId)).size).toBe(1)
    expect(server.outbox()).toHaveLength(1)
    await expect(codeSent(server, NOURA, OTHER_KEY)).rejects.toMatchObject({ code: 'auth/quota-exceeded' })
    const used = server.call(sendCode, { body: { ...body, phone: YOUSEF } })
    await expect(used, 'the solution is good for no other press').rejects.toMatchObject({
      code: 'auth/captcha-check-failed',
    })
  })

  test('a newer code replaces the older', async () => {
    const server = await start()
    const older = await codeSent(server, NOURA)
    const olderCode = codeFor(NOURA, server.outbox)
    server.clock.advance(31_000)
    const newer = await codeSent(server, NOURA)
    await expect(enter(server, older, olderCode)).rejects.toMatchObject(WRONG)
    expect((await enter(server, newer, codeFor(NOURA, server.outbox))).success).toBe(true)
  })

  test("Noura's code does not work under Yousef's id, or under an unknown id", async () => {
    const server = await start()
    await codeSent(server, NOURA)
    const yousefs = await codeSent(server, YOUSEF)
    const code = codeFor(NOURA, server.outbox)
    await expect(enter(server, yousefs, code)).rejects.toMatchObject(WRONG)
    for (const id of ['', 'AAAAAAAAAAAAAAAAAAAAAA', "' or 1=1 --", 'x'.repeat(5000)]) {
      await expect(enter(server, id, code)).rejects.toMatchObject(WRONG)
    }
  })

  test('a code is invalid after ten minutes and one second, and valid a second before ten minutes', async () => {
    const server = await start()
    const id = await codeSent(server, NOURA)
    server.clock.advance(10 * 60_000 - 1000)
    await expect(enter(server, id, 'wrong!')).rejects.toMatchObject(WRONG)
    server.clock.advance(2000)
    await expect(enter(server, id, codeFor(NOURA, server.outbox))).rejects.toMatchObject(DEAD)
  })

  test('a code from a clock that was an hour ahead is invalid after the clock is set right, and a new one signs in', async () => {
    const server = await start()
    server.clock.advance(60 * 60_000)
    const id = await codeSent(server, NOURA)
    server.clock.advance(-60 * 60_000)
    await expect(enter(server, id, codeFor(NOURA, server.outbox))).rejects.toMatchObject(DEAD)
    const next = await codeSent(server, NOURA)
    await enter(server, next, codeFor(NOURA, server.outbox))
  })

  test('after five wrong guesses the right code is invalid, too', async () => {
    const server = await start()
    const id = await codeSent(server, NOURA)
    for (let attempt = 0; attempt < 5; attempt++) await expect(enter(server, id, '')).rejects.toMatchObject(WRONG)
    await expect(enter(server, id, codeFor(NOURA, server.outbox))).rejects.toMatchObject(DEAD)
  })

  test('of two hundred simultaneous guesses, at two processes, five are checked', async () => {
    const server = await start({ env: { LIMIT_FACTOR: '1000' } })
    const other = await server.another()
    const id = await codeSent(server, NOURA)
    const guesses = Array.from({ length: 200 }, (_, guess) => (guess % 2 ? server : other))
    const outcomes = await Promise.all(guesses.map(on => outcome(enter(on, id, 'no'))))
    expect(outcomes.filter(each => each === WRONG.code)).toHaveLength(5)
    expect(outcomes.filter(each => each === DEAD.code)).toHaveLength(195)
  })

  test('many simultaneous first sign-ins of one phone make one user', async () => {
    const server = await start({ env: { LIMIT_FACTOR: '1000' } })
    const uids = new Set<string>()
    for (let round = 0; round < 3; round++) uids.add((await server.signInBySms(NOURA)).uid)
    expect(uids.size).toBe(1)
  })

  test('a country that the operator does not serve gets no text', async () => {
    const server = await start({ env: { PHONE_COUNTRIES: 'AE,EG' } })
    const proof = await solvedChallenge(server.call)
    const refused = { status: 400, code: 'auth/operation-not-allowed' }
    await expect(server.call(sendCode, { body: { phone: '+61412345678', proof } })).rejects.toMatchObject(refused)
    await server.signInBySms(NOURA)
    expect(server.outbox()).toHaveLength(1)
  })

  test('an invalid phone number is refused and uses up no solution', async () => {
    const server = await start()
    const proof = await solvedChallenge(server.call)
    const refused = { status: 400, code: 'auth/invalid-phone-number' }
    await expect(server.call(sendCode, { body: { phone: '12345', proof } })).rejects.toMatchObject(refused)
    await server.call(sendCode, { body: { phone: NOURA, proof } })
  })

  test('the text is in the language of the page and names the app', async () => {
    const server = await start()
    await server.call(sendCode, { body: { phone: NOURA, proof: await solvedChallenge(server.call) } })
    await server.call(sendCode, { body: { phone: YOUSEF, proof: await solvedChallenge(server.call), language: 'en' } })
    const [arabic, english] = server.outbox().map(({ text }) => text)
    expect(arabic).toContain('خطوة بخطوة')
    expect(english).toContain('Step by Step')
  })

  test('the demo shows the code of the right id, and only its owner can read the file of codes', async () => {
    const server = await start()
    const noura = await codeSent(server, NOURA)
    const yousef = await codeSent(server, YOUSEF)
    const shown = await server.call(getDemoCode, { query: { verificationId: noura } })
    expect(shown.data.code).toBe(codeFor(NOURA, server.outbox))
    expect((await server.call(getDemoCode, { query: { verificationId: yousef } })).data.code).toBe(
      codeFor(YOUSEF, server.outbox),
    )
    await expect(server.call(getDemoCode, { query: { verificationId: 'nobody' } })).rejects.toMatchObject({
      status: 404,
    })

    const file = join(server.services.config.dataDir, 'outbox.jsonl')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const lines = readFileSync(file, 'utf8').trim().split('\n')
    expect(JSON.parse(lines[0] as string)).toEqual({
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      kind: 'sms',
      to: NOURA,
      text: expect.stringContaining(shown.data.code),
      code: shown.data.code,
    })
  })

  test('an installation that sends texts has no call that shows codes', async () => {
    const gateway = {
      SMS_SENDER: 'webhook',
      SMS_WEBHOOK_URL: 'http://127.0.0.1:9/',
      SMS_WEBHOOK_BODY: '{"to":"{{to}}","text":"{{text}}"}',
    }
    const server = await start({ env: { ...gateway, LOG_LEVEL: 'silent' } })
    await expect(server.call(getDemoCode, { query: { verificationId: 'x' } })).rejects.toMatchObject({ status: 404 })
    const proof = await solvedChallenge(server.call)
    const refused = { status: 503, code: 'unavailable' }
    await expect(server.call(sendCode, { body: { phone: NOURA, proof } })).rejects.toMatchObject(refused)
    expect(await server.services.db.selectFrom('verifications').select('id').execute()).toEqual([])
  })

  test('a code works whose gateway took it and did not answer: its SMS may arrive', async () => {
    const server = await start({ env: { LOG_LEVEL: 'silent' } })
    server.services.senders.sendSms = unanswered(server.services.senders.sendSms)
    const id = await codeSent(server, NOURA)
    expect((await enter(server, id, codeFor(NOURA, server.outbox))).data.uid).toBeTruthy()
  })

  test('the host is that of the configured URL, whatever a request names', async () => {
    const server = await start({ env: { PUBLIC_URL: 'https://learn.example.org:8443' } })
    await codeSent(server, NOURA)
    const { code, text } = server.outbox().at(-1) as { code: string; text: string }
    expect(text.split('\n').at(-1)).toBe(`@learn.example.org #${code}`)
  })
})

describe('Codes and their texts', () => {
  test('ten thousand codes have six digits each, and all digits are equally likely', () => {
    const codes = Array.from({ length: 10_000 }, () => newCode().code)
    for (const code of codes) expect(code).toMatch(/^\d{6}$/)
    for (let place = 0; place < 6; place++) {
      const counts = [...'0123456789'].map(digit => codes.filter(code => code[place] === digit).length)
      // Chi-squared with 9 degrees of freedom exceeds 40 once in a hundred thousand runs.
      expect(counts.reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0)).toBeLessThan(40)
    }
  })

  test('a text fits into one SMS and has no link', () => {
    for (const host of [
      'localhost',
      'learn.example.org',
      'step-by-step.learning.example.org',
      `${'x'.repeat(60)}.org`,
    ]) {
      const arabic = smsText('123456', { host })
      const english = smsText('123456', { host, language: 'en' })
      expect(arabic.length).toBeLessThanOrEqual(70)
      expect(english.length).toBeLessThanOrEqual(160)
      // The GSM alphabet lacks accents and emoji: one such letter would lower the limit to 70 here, too.
      expect(english).toMatch(/^[\w .@#\n-]+$/)
      for (const text of [arabic, english]) expect(text).not.toMatch(/https?:|www\./)
    }
  })

  test('the last line names the host and the code, so that the browser can fill it in', () => {
    for (const language of ['ar', 'en'] as const) {
      const lines = smsText('012345', { host: 'learn.example.org', language }).split('\n')
      expect(lines.at(-1)).toBe('@learn.example.org #012345')
      expect(lines[0]).toContain('012345')
    }
    expect(smsText('012345', { host: `${'x'.repeat(60)}.org` })).toBe(
      'رمز الدخول إلى «خطوة بخطوة»: 012345. صالح لعشر دقائق.',
    )
  })
})

async function codeSent({ call }: TestServer, phone: string, key?: string): Promise<string> {
  const { data } = await call(sendCode, { body: { phone, proof: await solvedChallenge(call) } }, keyed(key))
  return data.verificationId
}

function enter({ call }: TestServer, verificationId: string, code: string, key?: string) {
  return call(confirmCode, { body: { verificationId, code } }, keyed(key))
}

function keyed(idempotencyKey: string | undefined) {
  return idempotencyKey === undefined ? {} : { idempotencyKey }
}

function outcome(attempt: Promise<unknown>): Promise<string> {
  return attempt.then(
    () => 'signed in',
    (error: unknown) => (error instanceof ApiError ? error.code : String(error)),
  )
}
