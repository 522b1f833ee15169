import { afterEach, expect, test, vi } from 'vitest'
import type { Session } from '../contract/account.ts'
import { markReceivedSeen } from '../contract/messages.ts'
import { DAY, HOUR, SECOND } from '../contract/time.ts'
import { call } from './api.ts'
import { fetchWithToken } from './fetch-with-token.ts'
import { currentSession, endSession, renewSession, serverNow, startSession } from './session.ts'

afterEach(() => {
  endSession()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

let count = 0

function sessionOf(uid: string) {
  const claims = { sub: uid, iat: Math.floor(Date.now() / SECOND), count: count++ }
  const idToken = `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`
  return { uid, idToken, refreshToken: `${uid} ${count}`, expiresAt: Date.now() + HOUR }
}

/** Answers or fails each call as `reply` says. Returns the tokens of all calls but renewals. */
function serve(reply: (path: string, token: string | null) => Response | Promise<Response>): (string | null)[] {
  const tokens: (string | null)[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const token = new Headers(init.headers).get('authorization')?.replace('Bearer ', '') ?? null
    if (!path.endsWith('refreshToken')) tokens.push(token)
    return reply(path, token)
  })
  return tokens
}

const rejected = () => Response.json({ success: false, error: { code: 'auth/unauthorized' } }, { status: 401 })
const accepted = (data: object = {}) => Response.json({ success: true, data })
const markSeen = () => call(markReceivedSeen, { body: { from: '1' } })

test('a rejected token is renewed, and the call repeated', async () => {
  const [old, renewed] = [sessionOf('noura'), sessionOf('noura')]
  startSession(old)
  const tokens = serve((path, token) => {
    if (path.endsWith('refreshToken')) return accepted(renewed)
    return token === renewed.idToken ? accepted() : rejected()
  })
  await markSeen()
  expect(tokens).toEqual([old.idToken, renewed.idToken])
})

test('so is a file that needs a token', async () => {
  const [old, renewed] = [sessionOf('noura'), sessionOf('noura')]
  startSession(old)
  const file = () => new Response('a,b', { headers: { 'Content-Disposition': 'attachment; filename="people.csv"' } })
  const tokens = serve((path, token) => {
    if (path.endsWith('refreshToken')) return accepted(renewed)
    return token === renewed.idToken ? file() : rejected()
  })
  const people = await fetchWithToken('/org/v1/people.csv')
  expect([people.name, await people.text()]).toEqual(['people.csv', 'a,b'])
  expect(tokens).toEqual([old.idToken, renewed.idToken])
})

test('a call that is rejected after another one has renewed the session is repeated, too', async () => {
  const [old, renewed] = [sessionOf('noura'), sessionOf('noura')]
  startSession(old)
  const tokens = serve((_, token) => {
    if (token === renewed.idToken) return accepted()
    renewSession(renewed)
    return rejected()
  })
  await markSeen()
  expect(tokens).toEqual([old.idToken, renewed.idToken])
})

test('a rejected call of Noura is not repeated in the name of Salma, who has signed in meanwhile', async () => {
  const [noura, salma] = [sessionOf('noura'), sessionOf('salma')]
  startSession(noura)
  const tokens = serve(path => {
    if (path.endsWith('refreshToken')) startSession(salma)
    return path.endsWith('refreshToken') ? accepted(sessionOf('noura')) : rejected()
  })
  await expect(markSeen()).rejects.toMatchObject({ status: 401 })
  expect(tokens).toEqual([noura.idToken])
  expect(currentSession()).toMatchObject({ uid: 'salma', idToken: salma.idToken })
})

test('a clock that was days ahead and is set right does not leave the phone with a wrong time of the server', async () => {
  const now = Math.floor(Date.now() / SECOND) * SECOND
  vi.useFakeTimers({ now })
  const [before, after] = [sessionOf('noura'), sessionOf('noura')]
  vi.setSystemTime(now + 5 * DAY)
  startSession(before)
  expect(serverNow()).toBe(now)
  vi.setSystemTime(now)
  const tokens = serve(path => accepted(path.endsWith('refreshToken') ? after : {}))
  await markSeen()
  expect(serverNow()).toBe(now)
  await markSeen()
  expect(tokens).toEqual([after.idToken, after.idToken])
})

test('a session of Firebase lasts an hour on a phone whose clock is days behind, too', async () => {
  const now = Math.floor(Date.now() / SECOND) * SECOND
  vi.useFakeTimers({ now })
  const [noura, renewed] = [sessionOf('noura'), sessionOf('noura')]
  vi.setSystemTime(now - 5 * DAY)
  startSession({ ...noura, expiresAt: now, atFirebase: { apiKey: 'key' } } as Session)
  let renewals = 0
  serve(path => {
    if (!path.startsWith('https://securetoken')) return accepted()
    renewals++
    const { idToken: id_token, refreshToken: refresh_token, uid: user_id } = renewed
    return Response.json({ id_token, refresh_token, user_id, expires_in: '3600' })
  })
  await markSeen()
  await markSeen()
  expect(renewals).toBe(1)
})

test('a renewal without a network ends no session, and is a failure of the network', async () => {
  const noura = sessionOf('noura')
  startSession(noura)
  serve(path => (path.endsWith('refreshToken') ? Promise.reject(new TypeError('Failed to fetch')) : rejected()))
  await expect(markSeen()).rejects.toMatchObject({ code: 'auth/network-request-failed' })
  expect(currentSession()?.uid).toBe('noura')
})

test('a session that the server does not renew ends', async () => {
  startSession(sessionOf('noura'))
  serve(rejected)
  await expect(markSeen()).rejects.toMatchObject({ status: 401 })
  expect(currentSession()).toBeUndefined()
})
