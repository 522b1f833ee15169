import type { Challenge, Payload } from 'altcha-lib/types'
import { expect, test } from 'vitest'
import { getChallenge, sendCode } from '../../contract/sign-in/phone.ts'
import { onEachDatabase, type TestServer } from '../testing.ts'
import { solvedChallenge } from '../testing-people.ts'

const NOURA = '+971501234567'
const YOUSEF = '+971507654321'
const FAILED = { status: 400, code: 'auth/captcha-check-failed' }

onEachDatabase('The bot check', start => {
  test('a code is sent only with a solved challenge', async () => {
    const server = await start()
    for (const proof of ['', 'x', 'e30=', 'bnVsbA==', btoa('{"challenge":{"parameters":{}},"solution":{}}')]) {
      await expect(send(server, NOURA, proof)).rejects.toMatchObject(FAILED)
    }
    await expect(server.call(sendCode, { body: { phone: NOURA } as never })).rejects.toMatchObject({ status: 400 })
  })

  test('a solution is valid for one code, also if two processes get it at once', async () => {
    const server = await start()
    const other = await server.another()
    const proof = await solvedChallenge(server.call)
    const outcomes = await Promise.allSettled([send(server, NOURA, proof), send(other, YOUSEF, proof)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(send(server, '+971509999999', proof)).rejects.toMatchObject(FAILED)
  })

  test('a solution is valid for ten minutes', async () => {
    const server = await start()
    const proof = await solvedChallenge(server.call)
    server.clock.advance(10 * 60_000 + 1000)
    await expect(send(server, NOURA, proof)).rejects.toMatchObject(FAILED)
  })

  test('a challenge of another server is not accepted', async () => {
    const server = await start()
    const stranger = await start()
    await expect(send(server, NOURA, await solvedChallenge(stranger.call))).rejects.toMatchObject(FAILED)
  })

  test.each<[string, (payload: Payload) => void]>([
    ['an easier puzzle', ({ challenge }) => Object.assign(challenge.parameters, { cost: 1 })],
    [
      'a later end',
      ({ challenge }) => Object.assign(challenge.parameters.data ?? {}, { expiresAt: 9_999_999_999_999 }),
    ],
    ['no end', ({ challenge }) => delete challenge.parameters.data?.expiresAt],
    ['another nonce', ({ challenge }) => Object.assign(challenge.parameters, { nonce: '00' })],
    ['no signature', payload => delete payload.challenge.signature],
    ['a wrong solution', ({ solution }) => Object.assign(solution, { derivedKey: '00'.repeat(32) })],
    ['a solution of another kind', ({ solution }) => Object.assign(solution, { derivedKey: { length: 64 } })],
  ])('a solution with %s is refused', async (_, change) => {
    const server = await start()
    const payload = JSON.parse(atob(await solvedChallenge(server.call)))
    change(payload)
    await expect(send(server, NOURA, btoa(JSON.stringify(payload)))).rejects.toMatchObject(FAILED)
  })

  test('all challenges differ, and none shows its solution', async () => {
    const server = await start()
    const first = (await server.call(getChallenge, {})) as unknown as Challenge
    const second = (await server.call(getChallenge, {})) as unknown as Challenge
    expect(first.parameters.nonce).not.toBe(second.parameters.nonce)
    expect(Object.keys(first)).toEqual(['parameters', 'signature'])
    expect(first.parameters).toMatchObject({ algorithm: 'PBKDF2/SHA-256', cost: 5000 })
  })

  test('expired solutions are deleted', async () => {
    const server = await start()
    await send(server, NOURA, await solvedChallenge(server.call))
    server.clock.advance(11 * 60_000)
    await server.services.identity.deleteExpired()
    expect(await server.services.db.selectFrom('spent_proofs').select('id').execute()).toEqual([])
  })
})

function send({ call }: TestServer, phone: string, proof: string) {
  return call(sendCode, { body: { phone, proof } })
}
