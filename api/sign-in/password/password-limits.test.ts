import { expect, test } from 'vitest'
import { createByEmail, signInByEmail } from '../../../contract/sign-in/email.ts'
import { resetPassword, sendResetLink } from '../../../contract/sign-in/password-reset.ts'
import { HOUR, MINUTE } from '../../../contract/time.ts'
import type { LimitKey } from '../../database/tables.ts'
import { onEachDatabase, type TestServer } from '../../testing.ts'
import { register } from '../../testing-people.ts'
import { setCount } from '../testing-limits.ts'

const NOURA = 'noura@example.org'
const YOUSEF = 'yousef@example.org'
const PASSWORD = 'steps4noura'
const TOO_MANY = { status: 429, code: 'auth/too-many-requests', retryAfter: expect.any(Number) }
const WRONG = 'auth/wrong-password'

onEachDatabase('The limits of wrong passwords', start => {
  test('five a minute for an account, and the error says when to try again', async () => {
    const server = await start()
    await register(server.origin, NOURA, PASSWORD)
    for (let guess = 0; guess < 5; guess++) expect(await outcome(server, NOURA, 'wrong')).toBe(WRONG)
    const error = await enter(server, NOURA, PASSWORD).catch(error => error)
    expect(error).toMatchObject(TOO_MANY)
    expect(error.retryAfter).toBeGreaterThan(50)
    expect(error.retryAfter).toBeLessThanOrEqual(60)
    server.clock.advance(MINUTE)
    await enter(server, NOURA, PASSWORD)
  })

  test('ten in a quarter of an hour, then fifty a day', async () => {
    const server = await start()
    const { db } = server.services
    await register(server.origin, NOURA, PASSWORD)
    expect(await outcome(server, NOURA, 'wrong')).toBe(WRONG)
    await setCount(db, `password/quarter/${NOURA}`, 10)
    server.clock.advance(MINUTE)
    await expect(enter(server, NOURA, PASSWORD)).rejects.toMatchObject(TOO_MANY)
    server.clock.advance(15 * MINUTE)
    expect(await outcome(server, NOURA, 'wrong')).toBe(WRONG)
    await setCount(db, `password/day/${NOURA}`, 50)
    server.clock.advance(HOUR)
    const error = await enter(server, NOURA, PASSWORD).catch(error => error)
    expect(error).toMatchObject(TOO_MANY)
    expect(error.retryAfter).toBeGreaterThan(20 * 3600)
    server.clock.advance(24 * HOUR)
    await enter(server, NOURA, PASSWORD)
  })

  test('an unknown e-mail address counts like a known one', async () => {
    const server = await start()
    expect(await outcome(server, NOURA, 'wrong')).toBe('auth/user-not-found')
    await setCount(server.services.db, `password/minute/${NOURA}`, 5)
    expect(await outcome(server, ' NOURA@example.org', 'wrong')).toBe(TOO_MANY.code)
  })

  test('right passwords do not count, and do not reset the count of wrong ones', async () => {
    const server = await start()
    await register(server.origin, NOURA, PASSWORD)
    expect(await outcome(server, NOURA, 'wrong')).toBe(WRONG)
    await setCount(server.services.db, `password/minute/${NOURA}`, 4)
    for (let time = 0; time < 3; time++) expect(await outcome(server, NOURA, PASSWORD)).toBe('signed in')
    expect(await outcome(server, NOURA, 'wrong')).toBe(WRONG)
    expect(await outcome(server, NOURA, PASSWORD)).toBe(TOO_MANY.code)
  })

  test('one password for many accounts: a hundred an hour from a network', async () => {
    const server = await start({ env: { TRUSTED_PROXIES: 'loopback' } })
    await register(server.origin, NOURA, PASSWORD)
    expect(await outcome(server, 'first@example.org', 'wrong', '203.0.113.7')).toBe('auth/user-not-found')
    await setCount(server.services.db, 'password/hour/203.0.113.7', 99)
    // Nothing is compared for an account whose own limit is used up.
    await asIfFull(server, `password/quarter/${YOUSEF}`, 10)
    expect(await outcome(server, YOUSEF, 'wrong', '203.0.113.7')).toBe(TOO_MANY.code)
    expect(await outcome(server, 'last@example.org', 'wrong', '203.0.113.7')).toBe('auth/user-not-found')
    expect(await outcome(server, NOURA, PASSWORD, '203.0.113.7')).toBe(TOO_MANY.code)
    expect(await outcome(server, NOURA, PASSWORD, '203.0.113.8')).toBe('signed in')
    server.clock.advance(HOUR)
    expect(await outcome(server, NOURA, PASSWORD, '203.0.113.7')).toBe('signed in')
  })

  test('an IP address that a stranger claims in X-Forwarded-For changes nothing', async () => {
    const server = await start()
    await asIfFull(server, 'password/hour/127.0.0.1', 100)
    expect(await outcome(server, NOURA, 'wrong', '203.0.113.9')).toBe(TOO_MANY.code)
  })

  test('of twenty simultaneous guesses, at two processes, five are checked', async () => {
    const server = await start()
    const other = await server.another()
    await register(server.origin, NOURA, PASSWORD)
    const guesses = Array.from({ length: 20 }, (_, guess) => outcome(guess % 2 ? server : other, NOURA, 'wrong'))
    const outcomes = await Promise.all(guesses)
    expect(outcomes.filter(each => each === WRONG)).toHaveLength(5)
    expect(outcomes.filter(each => each === TOO_MANY.code)).toHaveLength(15)
  })

  test('an operator can raise the limits', async () => {
    const server = await start({ env: { LIMIT_FACTOR: '2' } })
    await asIfFull(server, `password/minute/${NOURA}`, 9)
    expect(await outcome(server, NOURA, 'wrong')).toBe('auth/user-not-found')
    expect(await outcome(server, NOURA, 'wrong')).toBe(TOO_MANY.code)
  })

  test('a guess that was not checked does not count', async () => {
    const server = await start()
    await register(server.origin, NOURA, PASSWORD)
    const tooLong = 'خ1'.repeat(400)
    for (let time = 0; time < 6; time++) expect(await outcome(server, NOURA, tooLong)).toBe('bad-request')
    expect(await outcome(server, NOURA, PASSWORD)).toBe('signed in')
  })
})

onEachDatabase('Somebody tries to lock Noura out', start => {
  test('she can sign in from a browser in which she signed in before, whatever is guessed elsewhere', async () => {
    const server = await start()
    const { knownDevice } = await register(server.origin, NOURA, PASSWORD)
    expect(await outcome(server, NOURA, 'wrong')).toBe(WRONG)
    for (const [key, max] of everyCounterOf(NOURA)) await setCount(server.services.db, key, max)
    expect(await outcome(server, NOURA, PASSWORD)).toBe(TOO_MANY.code)
    const again = await enter(server, NOURA, PASSWORD, { knownDevice })
    expect(await entered(server, NOURA, PASSWORD, again.knownDevice)).toBe('signed in')
  })

  test('a trusted device has five guesses of its own, separate from those of others', async () => {
    const server = await start()
    const { knownDevice } = await register(server.origin, NOURA, PASSWORD)
    for (let guess = 0; guess < 5; guess++) expect(await entered(server, NOURA, 'wrong', knownDevice)).toBe(WRONG)
    expect(await entered(server, NOURA, PASSWORD, knownDevice)).toBe(TOO_MANY.code)
    expect(await outcome(server, NOURA, PASSWORD)).toBe('signed in')
  })

  test('no other browser counts as a trusted one', async () => {
    const server = await start()
    const noura = await register(server.origin, NOURA, PASSWORD)
    const yousef = await register(server.origin, YOUSEF, PASSWORD)
    const [id, mark] = noura.knownDevice.split('.') as [string, string]
    for (const [key, max] of everyCounterOf(NOURA)) await asIfFull(server, key, max)
    const others = [
      yousef.knownDevice,
      `${'A'.repeat(22)}.${mark}`,
      `${id}.${'A'.repeat(43)}`,
      id,
      '.',
      '',
      'x'.repeat(200),
    ]
    for (const device of others) expect(await entered(server, NOURA, PASSWORD, device)).toBe(TOO_MANY.code)
    expect(await entered(server, NOURA, PASSWORD, noura.knownDevice)).toBe('signed in')
  })

  test('its token names nobody', async () => {
    const server = await start()
    const { knownDevice, uid } = await register(server.origin, NOURA, PASSWORD)
    const inside = knownDevice.split('.').map(part => Buffer.from(part, 'base64url').toString('latin1'))
    for (const text of [knownDevice, ...inside]) expect(text).not.toMatch(new RegExp(`noura|${uid}`, 'i'))
  })

  test('a new password by mail opens the account to her again, and ends all trusted devices', async () => {
    const server = await start()
    const { knownDevice } = await register(server.origin, NOURA, PASSWORD)
    for (const [key, max] of everyCounterOf(NOURA).slice(1)) await asIfFull(server, key, max)
    const { data } = await server.call(sendResetLink, { body: { email: NOURA } })
    const token = new URL(data.demoLink as string).hash.slice(1)
    await server.call(resetPassword, { body: { token, password: 'steps5noura' } })
    expect(await outcome(server, NOURA, 'steps5noura')).toBe('signed in')
    for (const [key, max] of everyCounterOf(NOURA)) await asIfFull(server, key, max)
    expect(await entered(server, NOURA, 'steps5noura', knownDevice)).toBe(TOO_MANY.code)
  })
})

onEachDatabase('The limits of new accounts and links', start => {
  test('a hundred new accounts an hour from a network', async () => {
    const server = await start()
    await register(server.origin, NOURA, PASSWORD)
    await setCount(server.services.db, 'new-address/hour/127.0.0.1', 99)
    await register(server.origin, YOUSEF, PASSWORD)
    const third = { email: 'salma@example.org', password: PASSWORD }
    await expect(server.call(createByEmail, { body: third })).rejects.toMatchObject(TOO_MANY)
    server.clock.advance(HOUR)
    await server.call(createByEmail, { body: third })
  })

  test('three links an hour for an e-mail address, known or not', async () => {
    const server = await start({ env: { ENUMERATION_PROTECTION: '1' } })
    await register(server.origin, NOURA, PASSWORD)
    for (const email of [NOURA, YOUSEF]) {
      for (let time = 0; time < 3; time++) await server.call(sendResetLink, { body: { email } })
      await expect(server.call(sendResetLink, { body: { email } })).rejects.toMatchObject(TOO_MANY)
    }
    server.clock.advance(HOUR)
    await server.call(sendResetLink, { body: { email: NOURA } })
  })

  test('twenty links an hour from a network', async () => {
    const server = await start()
    await register(server.origin, NOURA, PASSWORD)
    await asIfFull(server, 'reset/hour/127.0.0.1', 19)
    await asIfFull(server, `reset/hour/${YOUSEF}`, 3)
    await expect(server.call(sendResetLink, { body: { email: YOUSEF } })).rejects.toMatchObject(TOO_MANY)
    await server.call(sendResetLink, { body: { email: NOURA } })
    await expect(server.call(sendResetLink, { body: { email: NOURA } })).rejects.toMatchObject(TOO_MANY)
  })
})

type Extra = { knownDevice?: string; from?: string }

async function enter({ call }: TestServer, email: string, password: string, { knownDevice, from }: Extra = {}) {
  const body = { email, password, ...(knownDevice === undefined ? {} : { knownDevice }) }
  return (await call(signInByEmail, { body }, from ? { headers: { 'x-forwarded-for': from } } : {})).data
}

/** `from` is the IP address that a proxy would name. */
function outcome(server: TestServer, email: string, password: string, from?: string): Promise<string> {
  return told(enter(server, email, password, from ? { from } : {}))
}

function entered(server: TestServer, email: string, password: string, knownDevice: string): Promise<string> {
  return told(enter(server, email, password, { knownDevice }))
}

function told(attempt: Promise<unknown>): Promise<string> {
  return attempt.then(
    () => 'signed in',
    error => error.code ?? String(error),
  )
}

function everyCounterOf(email: string): [key: string, max: number][] {
  return [
    ['password/hour/127.0.0.1', 100],
    [`password/minute/${email}`, 5],
    [`password/quarter/${email}`, 10],
    [`password/day/${email}`, 50],
  ]
}

async function asIfFull({ services, clock }: TestServer, key: string, count: number): Promise<void> {
  await services.db
    .insertInto('limits')
    .values({ key: key as LimitKey, count, started_at: clock.now() })
    .onConflict(conflict => conflict.column('key').doUpdateSet({ count, started_at: clock.now() }))
    .execute()
}
