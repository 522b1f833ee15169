import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportSPKI, generateKeyPair, UnsecuredJWT } from 'jose'
import { expect, test } from 'vitest'
import { onEachDatabase, type TestServer } from '../../testing.ts'
import { encoded, flipped } from '../testing-tokens.ts'
import { googleKeys } from './google-keys.ts'
import { claimsFor, firebaseSettings, google, letIn, PROJECT, signed, startWithFirebase } from './testing.ts'

const NOURA = { phone_number: '+971501234567' }
const EMULATED = { ...firebaseSettings, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9' }

onEachDatabase('Tokens of Firebase', start => {
  test('Noura is signed in by hers until it expires', async () => {
    const server = await startWithFirebase(start)
    const noura = await letIn(server, 'noura', NOURA)
    expect(await statusFor(server, noura.idToken)).toBe(200)
    server.clock.advance(60 * 60_000 - 10_000)
    expect(await statusFor(server, noura.idToken)).toBe(200)
    server.clock.advance(10_001)
    expect(await statusFor(server, noura.idToken)).toBe(401)
  })

  test('a clock of ours that is half a minute behind theirs keeps nobody out', async () => {
    const server = await startWithFirebase(start)
    const early = await signed(claimsFor('noura', server.clock.now() + 30_000, NOURA))
    expect(await statusFor(server, early)).toBe(200)
  })

  test('no forged token is accepted', async () => {
    const server = await startWithFirebase(start)
    for (const [name, token] of Object.entries(await forge(server))) {
      expect([name, await statusFor(server, token)]).toEqual([name, 401])
    }
    expect(await server.services.db.selectFrom('users').selectAll().execute()).toEqual([])
  })

  test('with the emulator its unsigned tokens count, and no other unsigned tokens', async () => {
    const server = await start({ env: EMULATED, keyOf: google.keyOf })
    const claims = claimsFor('noura', server.clock.now(), NOURA)
    expect(await statusFor(server, new UnsecuredJWT(claims).encode())).toBe(200)
    expect(await statusFor(server, await signed(claims))).toBe(401)
    expect(await statusFor(server, new UnsecuredJWT({ ...claims, aud: 'other' }).encode())).toBe(401)
    expect(await statusFor(server, new UnsecuredJWT({ ...claims, exp: 1 }).encode())).toBe(401)
  })

  test('in production the emulator setting stops the start', async () => {
    const env = { ...EMULATED, NODE_ENV: 'production', PUBLIC_URL: 'https://learn.example.org' }
    await expect(start({ env })).rejects.toThrow('FIREBASE_AUTH_EMULATOR_HOST')
  })

  test('while Google cannot be reached, no token is called invalid', async () => {
    const { url, answerWith, close } = await fakeGoogle()
    const server = await start({ env: { ...firebaseSettings, LOG_LEVEL: 'silent' }, keyOf: googleKeys(url) })
    const token = await signed(claimsFor('noura', server.clock.now(), NOURA))
    for (const away of [500, 302, 'nonsense'] as const) {
      answerWith(away)
      expect([away, await statusFor(server, token)]).toEqual([away, 503])
    }
    answerWith('keys')
    expect(await statusFor(server, token)).toBe(200)
    answerWith(500)
    expect(await statusFor(server, token)).toBe(200)
    expect(await statusFor(server, await signed(claimsFor('yousef', server.clock.now(), NOURA)))).toBe(200)
    close()
    await expect(googleKeys('http://127.0.0.1:9/keys')({ alg: 'RS256', kid: google.kid })).rejects.toMatchObject({
      status: 503,
    })
  })

  test('invented key ids cause one request to Google, not one each', async () => {
    const { url, answerWith, asked, close } = await fakeGoogle()
    answerWith('keys')
    const server = await start({ env: firebaseSettings, keyOf: googleKeys(url) })
    const claims = claimsFor('noura', server.clock.now(), NOURA)
    for (const kid of ['a', 'b', 'c', 'd']) expect(await statusFor(server, await signed(claims, { kid }))).toBe(401)
    expect(asked()).toBe(1)
    close()
  })
})

/** All known ways to forge a token that Firebase gave to Noura. */
async function forge(server: TestServer): Promise<Record<string, string>> {
  const now = server.clock.now()
  const seconds = Math.floor(now / 1000)
  const claims = claimsFor('noura', now, NOURA)
  const good = await signed(claims)
  const [header, payload, signature] = good.split('.') as [string, string, string]
  const stranger = await generateKeyPair('RS256', { extractable: true })
  const elliptic = await generateKeyPair('ES256')
  const pss = await generateKeyPair('PS256')
  const pem = Buffer.from(await exportSPKI(google.publicKey))
  const changed = (changes: object, more: object = {}) => signed({ ...claims, ...changes }, { ...more })

  return {
    'of the emulator': new UnsecuredJWT(claims).encode(),
    'alg None with its signature': `${encoded({ alg: 'None', kid: google.kid })}.${payload}.${signature}`,
    'HS256 with the public key as PEM': await signed(claims, { alg: 'HS256' }, pem),
    'HS256 with the public key as JWK': await signed(
      claims,
      { alg: 'HS256' },
      Buffer.from(JSON.stringify(google.publicJwk)),
    ),
    'ES256 under its key id': await signed(claims, { alg: 'ES256' }, elliptic.privateKey),
    'PS256 under its key id': await signed(claims, { alg: 'PS256' }, pss.privateKey),
    'a key of somebody else under its key id': await signed(claims, {}, stranger.privateKey),
    'its own key in jwk': await signed(claims, { jwk: { kty: 'RSA', n: 'x', e: 'AQAB' } }, stranger.privateKey),
    'its own key by jku': await signed(claims, { jku: 'http://127.0.0.1:9/keys' }, stranger.privateKey),
    'its own key by x5u': await signed(claims, { x5u: 'http://127.0.0.1:9/keys' }, stranger.privateKey),
    'an unknown key id': await changed({}, { kid: 'other' }),
    'a path as key id': await changed({}, { kid: '../../../../dev/null' }),
    'no key id': await changed({}, { kid: undefined }),
    'a crit that we do not know': `${encoded({ alg: 'RS256', kid: google.kid, crit: ['x'], x: 1 })}.${payload}.${signature}`,
    'another project as audience': await changed({ aud: 'other' }),
    'another project as issuer': await changed({ iss: 'https://securetoken.google.com/other' }),
    'another project in both': await changed({ aud: 'other', iss: 'https://securetoken.google.com/other' }),
    'a session cookie': await changed({ iss: `https://session.firebase.google.com/${PROJECT}` }),
    'a custom token': await changed({ iss: `server@${PROJECT}.iam.gserviceaccount.com`, aud: 'identitytoolkit' }),
    'our own issuer': await changed({ iss: 'step-by-step', aud: 'step-by-step' }),
    'no audience': await changed({ aud: undefined }),
    'no issuer': await changed({ iss: undefined }),
    'ended a second ago': await changed({ exp: seconds - 1 }),
    'no end': await changed({ exp: undefined }),
    'issued in an hour': await changed({ iat: seconds + 3600, exp: seconds + 7200 }),
    'never issued': await changed({ iat: undefined }),
    'signed in tomorrow': await changed({ auth_time: seconds + 86_400 }),
    'never signed in': await changed({ auth_time: undefined }),
    'auth_time as text': await changed({ auth_time: String(seconds) }),
    'begins in an hour': await changed({ nbf: seconds + 3600 }),
    'no sub': await changed({ sub: undefined }),
    'an empty sub': await changed({ sub: '' }),
    'a sub longer than any uid': await changed({ sub: 'n'.repeat(129) }),
    'sub is a list': await changed({ sub: ['noura'] }),
    'sub is a number': await changed({ sub: 1 }),
    'nobody: signed in without phone or address': await changed({ phone_number: undefined }),
    'a flipped bit in the claims': `${header}.${flipped(payload)}.${signature}`,
    'a flipped bit in the signature': `${header}.${payload}.${flipped(signature)}`,
    'no signature': `${header}.${payload}.`,
    'only two parts': `${header}.${payload}`,
    'five parts': `${good}.a.b`,
    'ten thousand bytes': await changed({ padding: 'x'.repeat(10_000) }),
  }
}

/** The server of the keys, with replies that a test can change. */
async function fakeGoogle() {
  let answer: 'keys' | 'nonsense' | number = 'keys'
  let asked = 0
  const http = createServer((_request, response) => {
    asked += 1
    response.statusCode = typeof answer === 'number' ? answer : 200
    response.end(answer === 'keys' ? JSON.stringify({ keys: [google.publicJwk] }) : '<html>')
  })
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/keys`,
    answerWith: (next: typeof answer) => {
      answer = next
    },
    asked: () => asked,
    close: () => http.close(),
  }
}

async function statusFor({ origin }: TestServer, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(`${origin}/disciple/v2/courses/step-by-step`, { headers })).status
}
