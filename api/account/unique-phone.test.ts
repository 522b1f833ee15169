import { expect, test } from 'vitest'
import { uniquePhone } from '../../contract/account.ts'
import { onEachDatabase, type TestServer } from '../testing.ts'
import { solvedChallenge } from '../testing-people.ts'

const NOURA = '+971501234567'

onEachDatabase('Whether a phone is new', start => {
  test('a phone is new until somebody signs in with it', async () => {
    const server = await start()
    expect(await server.call(uniquePhone, { query: { phone: NOURA } })).toEqual({ success: true })
    await server.signIn(NOURA)
    expect(await server.call(uniquePhone, { query: { phone: NOURA } })).toEqual({ success: false })
    expect(await server.call(uniquePhone, { query: { phone: '+971 50 123-4567' } })).toEqual({ success: false })
  })

  test('a plus that arrives as a space is still a plus', async () => {
    const server = await start()
    await server.signIn(NOURA)
    expect(await (await fetch(`${server.origin}/auth/v1/uniquePhone?phone=${NOURA}`)).json()).toEqual({
      success: false,
    })
  })

  test('an invalid phone number is an error, neither a yes nor a no', async () => {
    const server = await start({ env: { LIMIT_FACTOR: '100' } })
    const queries = [
      '',
      '?phone=',
      '?phone=%2B1555&phone=%2B1556',
      '?phone[]=1',
      "?phone='",
      `?phone=${'9'.repeat(4000)}`,
    ]
    for (const query of [...queries, '?phone=971501234567', '?phone=%2B999123456']) {
      const response = await fetch(`${server.origin}/auth/v1/uniquePhone${query}`)
      expect([query.slice(0, 30), response.status]).toEqual([query.slice(0, 30), 400])
      expect(await response.json()).toMatchObject({ success: false, error: { code: 'auth/invalid-phone-number' } })
    }
  })

  test('a program that tries one number after the other gets three replies a minute and twenty an hour', async () => {
    const server = await start()
    const { answered, error } = await walk(server, 5)
    expect(answered).toBe(3)
    expect(error).toMatchObject({ status: 429, code: 'auth/too-many-requests' })
    expect(error?.retryAfter).toBeLessThanOrEqual(60)

    let total = answered
    for (let minute = 1; minute < 12; minute++) {
      server.clock.advance(61_000 - minute)
      total += (await walk(server, 4)).answered
    }
    expect(total).toBe(20)
  })

  test('with a solved challenge it is ten a minute and sixty an hour, and the solution is still valid for a code', async () => {
    const server = await start()
    const headers = { 'x-bot-check': await solvedChallenge(server.call) }
    expect((await walk(server, 12, headers)).answered).toBe(10)

    let total = 10
    for (let round = 0; round < 8; round++) {
      server.clock.advance(61_000)
      total += (await walk(server, 11, headers)).answered
    }
    expect(total).toBe(60)
  })

  test('an invented solution has no effect', async () => {
    const server = await start()
    expect((await walk(server, 5, { 'x-bot-check': 'bm90IGEgcHJvb2Y=' })).answered).toBe(3)
  })

  test('X-Forwarded-For from an untrusted proxy gives no further replies', async () => {
    const server = await start()
    let answered = 0
    for (let last = 1; last < 20; last++) {
      answered += (await walk(server, 1, { 'x-forwarded-for': `203.0.113.${last}` })).answered
    }
    expect(answered).toBe(3)
  })
})

/** Asks for one number after the other until the server returns an error. */
async function walk({ call }: TestServer, times: number, headers: Record<string, string> = {}) {
  for (let answered = 0; answered < times; answered++) {
    const phone = `+97150${1_000_000 + answered}`
    const error = await call(uniquePhone, { query: { phone } }, { headers }).then(
      () => undefined,
      error => error,
    )
    if (error) return { answered, error }
  }
  return { answered: times, error: undefined }
}
