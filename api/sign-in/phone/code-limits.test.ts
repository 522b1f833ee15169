import { expect, test } from 'vitest'
import { confirmCode, sendCode } from '../../../contract/sign-in/phone.ts'
import { HOUR, MINUTE } from '../../../contract/time.ts'
import { onEachDatabase, type TestServer } from '../../testing.ts'
import { codeFor, solvedChallenge, solvedGuessChallenge } from '../../testing-people.ts'
import { setCount } from '../testing-limits.ts'
import { noteWrongGuess, unlockPhone } from './code-limits.ts'

const NOURA = '+971501234567'
const NEIGHBOUR = '+971501239999'
const FARAWAY = '+971521230000'
const QUOTA = { status: 429, code: 'auth/quota-exceeded', retryAfter: expect.any(Number) }
const TOO_MANY = { status: 429, code: 'auth/too-many-requests', retryAfter: expect.any(Number) }
const CHECK_REQUIRED = { status: 428, code: 'auth/bot-check-required' }
const CHECK_FAILED = { status: 400, code: 'auth/captcha-check-failed' }

onEachDatabase('The limits of sent codes', start => {
  test('one in half a minute, three in ten minutes, five an hour and ten a day for one phone', async () => {
    const server = await start()
    const sentAfter = async (ms: number) => {
      server.clock.advance(ms)
      return isSent(server, NOURA)
    }
    expect(await sentAfter(0)).toBe(true)
    expect(await sentAfter(20_000)).toBe(false)
    expect(await sentAfter(11_000)).toBe(true)
    expect(await sentAfter(31_000)).toBe(true)
    expect(await sentAfter(31_000)).toBe(false)
    expect(await sentAfter(10 * MINUTE)).toBe(true)
    expect(await sentAfter(MINUTE)).toBe(true)
    expect(await sentAfter(MINUTE)).toBe(false)
    for (let sent = 5; sent < 10; sent++) expect(await sentAfter(HOUR)).toBe(true)
    expect(await sentAfter(HOUR)).toBe(false)
    expect(await sentAfter(24 * HOUR)).toBe(true)
    expect(server.outbox()).toHaveLength(11)
  })

  test('the error says when to try again', async () => {
    const server = await start()
    await send(server, NOURA)
    const error = await send(server, NOURA).catch(error => error)
    expect(error).toMatchObject(QUOTA)
    expect(error.retryAfter).toBeGreaterThan(25)
    expect(error.retryAfter).toBeLessThanOrEqual(30)
  })

  test('twenty an hour for ten thousand neighbouring numbers', async () => {
    const server = await start()
    for (let last = 1000; last < 1020; last++) await send(server, `+97150123${last}`)
    await expect(send(server, NEIGHBOUR)).rejects.toMatchObject(QUOTA)
    await send(server, FARAWAY)
  })

  test.each([
    ['150 an hour from an address', 'code/hour/127.0.0.1', 150, HOUR],
    ['500 a day for a dial code', 'code/day/+971', 500, 24 * HOUR],
    ['3000 a day in all', 'code/day', 3000, 24 * HOUR],
  ])('%s', async (_, key, max, windowMs) => {
    const server = await start()
    await send(server, NOURA)
    await setCount(server.services.db, key, max - 1)
    await send(server, NEIGHBOUR)
    await expect(send(server, FARAWAY)).rejects.toMatchObject(QUOTA)
    server.clock.advance(windowMs)
    await send(server, FARAWAY)
  })

  test('a code that her country no longer gets today uses up none of those that Noura gets', async () => {
    const server = await start()
    await send(server, FARAWAY)
    await setCount(server.services.db, 'code/day/+971', 500)
    for (let press = 0; press < 10; press++) {
      server.clock.advance(HOUR)
      await expect(send(server, NOURA)).rejects.toMatchObject(QUOTA)
    }
    server.clock.advance(14 * HOUR)
    await send(server, NOURA)
  })

  test('all processes count together', async () => {
    const server = await start()
    const other = await server.another()
    await send(server, NOURA)
    await expect(send(other, NOURA)).rejects.toMatchObject(QUOTA)
  })

  test('an operator can raise the limits', async () => {
    const server = await start({ env: { LIMIT_FACTOR: '3' } })
    for (let sent = 0; sent < 3; sent++) await send(server, NOURA)
    await expect(send(server, NOURA)).rejects.toMatchObject(QUOTA)
  })

  test('a block of numbers gets no more codes for a day after fifty of which few were entered', async () => {
    const server = await start()
    await asIfSent(server, { total: 50, used: 9 })
    await send(server, FARAWAY)
    await setCount(server.services.db, 'code/day', 2999)
    await expect(send(server, NEIGHBOUR)).rejects.toMatchObject(QUOTA)
    // A code that is refused for this block of numbers does not count against the limit of the day.
    await send(server, '+971561230000')
    server.clock.advance(24 * HOUR)
    await send(server, NEIGHBOUR)
  })

  test.each([
    ['every fifth was entered', { total: 50, used: 10 }],
    ['there were only forty-nine', { total: 49, used: 0 }],
    ['none of their SMS was sent', { total: 50, used: 0, isSent: false }],
  ])('a block gets codes again when %s', async (_, codes) => {
    const server = await start()
    await asIfSent(server, codes)
    await send(server, NEIGHBOUR)
  })
})

onEachDatabase('The limits of guessed codes', start => {
  test('after ten wrong codes an hour from an IP address, other people there sign in with a solved challenge', async () => {
    const server = await start()
    const { verificationId, code } = await afterTenWrong(server)
    await expect(enter(server, verificationId, code)).rejects.toMatchObject(CHECK_REQUIRED)
    const solution = await solvedGuessChallenge(server.call, verificationId)
    const { data } = await enter(server, verificationId, code, solution)
    expect(data.uid).not.toBe('')
    server.clock.advance(HOUR)
    await server.signInBySms(FARAWAY)
  })

  test('a solution is valid once, for one code, and the easier challenge does not count', async () => {
    const server = await start()
    const { verificationId, code } = await afterTenWrong(server)
    const other = (await send(server, FARAWAY)).data.verificationId
    const spent = await solvedGuessChallenge(server.call, verificationId)
    const wrong = { code: 'auth/invalid-verification-code' }
    await expect(enter(server, verificationId, 'wrong', spent)).rejects.toMatchObject(wrong)
    const payload = JSON.parse(atob(await solvedGuessChallenge(server.call, other)))
    payload.challenge.parameters.data.purpose = `guess ${verificationId}`
    const refused = {
      spent,
      'of the easier challenge': await solvedChallenge(server.call),
      'for another code': await solvedGuessChallenge(server.call, other),
      'with another purpose written in': btoa(JSON.stringify(payload)),
      'no solution at all': 'x',
    }
    for (const [which, solution] of Object.entries(refused)) {
      await expect(enter(server, verificationId, code, solution), which).rejects.toMatchObject(CHECK_FAILED)
    }
    // The solution of the harder challenge does not send a code either.
    const proof = await solvedGuessChallenge(server.call, verificationId)
    await expect(server.call(sendCode, { body: { phone: '+971555555555', proof } })).rejects.toMatchObject(CHECK_FAILED)
  })

  test('a solution counts once, even if two processes get it at once', async () => {
    const server = await start()
    const another = await server.another()
    const { verificationId } = await afterTenWrong(server)
    const solution = await solvedGuessChallenge(server.call, verificationId)
    const tries = [server, another].map(at => enter(at, verificationId, 'wrong', solution).catch(error => error.code))
    expect((await Promise.all(tries)).sort()).toEqual(['auth/captcha-check-failed', 'auth/invalid-verification-code'])
  })

  test("tries without a solution use up nobody's limit, and two hundred wrong codes an hour do", async () => {
    const server = await start()
    const { verificationId, code } = await afterTenWrong(server)
    for (let more = 0; more < 30; more++) {
      await expect(enter(server, verificationId, code)).rejects.toMatchObject(CHECK_REQUIRED)
    }
    await setCount(server.services.db, 'wrong-guess/hour/127.0.0.1', 200)
    const solution = await solvedGuessChallenge(server.call, verificationId)
    await expect(enter(server, verificationId, code, solution)).rejects.toMatchObject(TOO_MANY)
    await setCount(server.services.db, 'wrong-guess/hour/127.0.0.1', 199)
    await enter(server, verificationId, code, solution)
  })

  test('only a verification id gets a challenge', async () => {
    const server = await start()
    const wrong = { code: 'auth/invalid-verification-code' }
    for (const id of ['', 'x', 'x'.repeat(5000)]) {
      await expect(solvedGuessChallenge(server.call, id)).rejects.toMatchObject(wrong)
    }
  })

  test('right codes do not count: a whole school can sign in from one IP address', async () => {
    const server = await start()
    for (let pupil = 10; pupil < 25; pupil++) await server.signInBySms(`+97150${pupil}34567`)
  })

  test('fifty a day for one phone', async () => {
    const server = await start()
    await guessWrong(server, NOURA)
    await setCount(server.services.db, `guess/day/${NOURA}`, 50)
    server.clock.advance(MINUTE)
    const { verificationId } = (await send(server, NOURA)).data
    await expect(enter(server, verificationId, codeFor(NOURA, server.outbox))).rejects.toMatchObject(TOO_MANY)
    server.clock.advance(24 * HOUR)
    await server.signInBySms(NOURA)
  })

  test('after a hundred failures in a row a phone is locked for a day', async () => {
    const server = await start()
    const { verificationId } = (await send(server, NOURA)).data
    await failInARow(server, NOURA, 100)
    await expect(enter(server, verificationId, codeFor(NOURA, server.outbox))).rejects.toMatchObject(TOO_MANY)
    server.clock.advance(MINUTE)
    await expect(send(server, NOURA)).rejects.toMatchObject(TOO_MANY)
    await server.signInBySms(NEIGHBOUR)
    server.clock.advance(24 * HOUR)
    await server.signInBySms(NOURA)
  })

  test('one wrong code after the day does not lock it again, and a hundred more in a row do', async () => {
    const server = await start()
    await failInARow(server, NOURA, 100)
    server.clock.advance(24 * HOUR)
    await failInARow(server, NOURA, 1)
    await server.signInBySms(NOURA)
    server.clock.advance(MINUTE)
    const { verificationId } = (await send(server, NOURA)).data
    await failInARow(server, NOURA, 100)
    await expect(enter(server, verificationId, codeFor(NOURA, server.outbox))).rejects.toMatchObject(TOO_MANY)
  })

  test('a clock that is set back locks it no longer than a day', async () => {
    const server = await start()
    server.clock.advance(30 * 24 * HOUR)
    await failInARow(server, NOURA, 100)
    server.clock.advance(-30 * 24 * HOUR)
    await failInARow(server, NOURA, 1)
    await server.signInBySms(NOURA)
  })

  test('an operator can unlock it before', async () => {
    const server = await start()
    await failInARow(server, NOURA, 100)
    await unlockPhone(server.services.db, NOURA)
    await server.signInBySms(NOURA)
  })

  test('a right code resets the count', async () => {
    const server = await start()
    await failInARow(server, NOURA, 99)
    await server.signInBySms(NOURA)
    await failInARow(server, NOURA, 99)
    server.clock.advance(MINUTE)
    await server.signInBySms(NOURA)
  })
})

async function send({ call }: TestServer, phone: string) {
  return call(sendCode, { body: { phone, proof: await solvedChallenge(call) } })
}

function isSent(server: TestServer, phone: string): Promise<boolean> {
  return send(server, phone).then(
    () => true,
    () => false,
  )
}

function enter({ call }: TestServer, verificationId: string, code: string, solution?: string) {
  return call(confirmCode, { body: { verificationId, code, ...(solution === undefined ? {} : { solution }) } })
}

/** Other people at this IP address guess; then a neighbour gets a code. */
async function afterTenWrong(server: TestServer) {
  for (let guess = 0; guess < 10; guess++) await guessWrong(server, `+9715${guess}1234567`)
  const { verificationId } = (await send(server, NEIGHBOUR)).data
  return { verificationId, code: codeFor(NEIGHBOUR, server.outbox) }
}

async function guessWrong(server: TestServer, phone: string): Promise<void> {
  const { verificationId } = (await send(server, phone)).data
  const wrong = { code: 'auth/invalid-verification-code' }
  await expect(enter(server, verificationId, 'wrong')).rejects.toMatchObject(wrong)
}

async function failInARow({ services, clock }: TestServer, phone: string, times: number): Promise<void> {
  for (let failure = 0; failure < times; failure++) await noteWrongGuess(services.db, phone, clock.now())
}

type Sent = { total: number; used: number; isSent?: boolean }

/** Codes that went to one block of numbers half an hour ago. */
async function asIfSent({ services, clock }: TestServer, { total, used, isSent = true }: Sent) {
  const sentAt = clock.now() - 30 * MINUTE
  const codes = Array.from({ length: total }, (_, index) => ({
    id: `code-${index}`,
    phone: `+97150123${1000 + index}`,
    code_hash: isSent ? 'of a code' : '',
    attempts: 0,
    created_at: sentAt,
    expires_at: sentAt + 10 * MINUTE,
    used_at: index < used ? sentAt : null,
    replaced_at: null,
  }))
  await services.db.insertInto('verifications').values(codes).execute()
}
