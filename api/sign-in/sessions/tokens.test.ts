import { createPublicKey, randomBytes } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, exportSPKI, generateKeyPair, importJWK, SignJWT, UnsecuredJWT } from 'jose'
import { expect, test } from 'vitest'
import { decrypt } from '../../secrets/encryption.ts'
import { openSecrets } from '../../secrets/secrets.ts'
import { onEachDatabase, type TestServer } from '../../testing.ts'
import type { Person } from '../../testing-people.ts'
import { encoded, flipped } from '../testing-tokens.ts'
import { openKeyRing } from './key-ring.ts'

const NOURA = '+971501234567'

onEachDatabase('Tokens', start => {
  test('Noura is signed in by her token for an hour', async () => {
    const server = await start()
    const noura = await server.signIn(NOURA)
    expect(await statusFor(server, noura.idToken)).toBe(200)
    server.clock.advance(60 * 60_000 - 10_000)
    expect(await statusFor(server, noura.idToken)).toBe(200)
    server.clock.advance(10_001)
    expect(await statusFor(server, noura.idToken)).toBe(401)
  })

  test('a token says who signed in, where and when, in claims that other programs can check', async () => {
    const server = await start()
    const noura = await server.signIn(NOURA)
    expect(decodeProtectedHeader(noura.idToken)).toEqual({ alg: 'ES256', typ: 'JWT', kid: expect.any(String) })
    expect(decodeJwt(noura.idToken)).toEqual({
      iss: 'step-by-step',
      aud: 'step-by-step',
      sub: noura.uid,
      sid: expect.any(String),
      phone_number: NOURA,
      auth_time: expect.any(Number),
      iat: expect.any(Number),
      exp: Math.floor(noura.expiresAt / 1000),
    })
  })

  test('all processes of an installation accept it, and another installation does not', async () => {
    const server = await start()
    const noura = await server.signIn(NOURA)
    expect(await statusFor(await server.another(), noura.idToken)).toBe(200)
    expect(await statusFor(await start(), noura.idToken)).toBe(401)
  })

  test('processes that start together agree on one key', async () => {
    const server = await start()
    const { db } = server.services
    const dbs = [db, (await server.another()).services.db]
    await db.deleteFrom('signing_keys').execute()
    const ring = { key: signingSecret(server), now: server.clock.now, warn: () => undefined }
    const opened = await Promise.all([...dbs, ...dbs].map(each => openKeyRing({ db: each, ...ring })))
    const signers = await Promise.all(opened.map(keys => keys.signer()))
    expect(new Set(signers.map(({ id }) => id)).size).toBe(1)
    expect(await db.selectFrom('signing_keys').select('id').execute()).toHaveLength(1)
  })

  test('no forged token is accepted', async () => {
    const server = await start()
    const noura = await server.signIn(NOURA)
    const forgeries = await forge(server, noura, (await (await start()).signIn(NOURA)).idToken)
    expect(new Set(Object.values(forgeries)).size).toBeGreaterThanOrEqual(40)
    for (const [name, token] of Object.entries(forgeries)) {
      expect([name, await statusFor(server, token)]).toEqual([name, 401])
    }
    expect(await statusFor(server, noura.idToken)).toBe(200)
  })

  test('without a token nobody is signed in, and the error is always the same', async () => {
    const server = await start()
    for (const authorization of ['', 'Bearer', 'Bearer ', 'Basic YTpi', 'Bearer a b', `Bearer ${'a'.repeat(10_000)}`]) {
      const response = await ask(server, authorization)
      expect(response.status).toBe(401)
      expect(await response.json()).toMatchObject({ success: false, error: { code: 'auth/unauthorized' } })
    }
  })

  test('the token of a deleted person is refused within five seconds', async () => {
    const server = await start()
    const noura = await server.signIn(NOURA)
    await server.services.db.deleteFrom('users').where('uid', '=', noura.uid).execute()
    server.clock.advance(5000)
    expect(await statusFor(server, noura.idToken)).toBe(401)
  })
})

/** All known ways to forge a token of Noura. */
async function forge(server: TestServer, noura: Person, elsewhere: string): Promise<Record<string, string>> {
  const { services } = server
  const claims = decodeJwt(noura.idToken)
  const { kid } = decodeProtectedHeader(noura.idToken)
  const [header, payload, signature] = noura.idToken.split('.') as [string, string, string]
  const row = await services.db.selectFrom('signing_keys').selectAll().executeTakeFirstOrThrow()
  const jwk = JSON.parse(decrypt(row.private_jwk, row.id, signingSecret(server)) as string)
  const { d: _, ...publicJwk } = jwk
  const ours = (await importJWK(jwk, 'ES256')) as CryptoKey
  const stranger = await generateKeyPair('ES256', { extractable: true })
  const publicPem = createPublicKey({ key: publicJwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' })

  const signed = (changes: object, extra: object = {}, key: CryptoKey | Uint8Array = ours) =>
    new SignJWT({ ...claims, ...changes }).setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid, ...extra }).sign(key)
  const strangerJwk = { kty: 'EC', crv: 'P-256', x: publicJwk.y, y: publicJwk.x }

  return {
    'alg none': new UnsecuredJWT(claims).encode(),
    'alg None with our signature': `${encoded({ alg: 'None', kid })}.${payload}.${signature}`,
    'alg none and no signature under our kid': `${encoded({ alg: 'none', kid })}.${payload}.`,
    'no alg': `${encoded({ kid })}.${payload}.${signature}`,
    'RS256 in name': `${encoded({ alg: 'RS256', kid })}.${payload}.${signature}`,
    'ES384 in name': `${encoded({ alg: 'ES384', kid })}.${payload}.${signature}`,
    'HS256 with the public key as PEM': await signed({}, { alg: 'HS256' }, Buffer.from(String(publicPem))),
    'HS256 with the public key as JWK': await signed({}, { alg: 'HS256' }, Buffer.from(JSON.stringify(publicJwk))),
    'HS256 with the key of another installation': await signed({}, { alg: 'HS256' }, randomBytes(32)),
    'a key of somebody else under our kid': await signed({}, {}, stranger.privateKey),
    'its own key in jwk': await signed({}, { jwk: strangerJwk }, stranger.privateKey),
    'its own key by jku': await signed({}, { jku: 'http://127.0.0.1:9/keys' }, stranger.privateKey),
    'its own key by x5u': await signed({}, { x5u: 'http://127.0.0.1:9/keys' }, stranger.privateKey),
    'a path as kid': await signed({}, { kid: '../../../../dev/null' }),
    'no kid': await signed({}, { kid: undefined }),
    'a list as kid': `${encoded({ alg: 'ES256', kid: [kid] })}.${payload}.${signature}`,
    '__proto__ as kid': await signed({}, { kid: '__proto__' }),
    'its own chain in x5c': await signed({}, { x5c: ['AAAA'] }, stranger.privateKey),
    'SQL as kid': await signed({}, { kid: "' or '1'='1" }),
    'an unknown kid': await signed({}, { kid: 'other' }),
    'a crit that we do not know': `${encoded({ alg: 'ES256', kid, crit: ['x'], x: 1 })}.${payload}.${signature}`,
    'ended a second ago': await signed({ exp: Math.floor(services.now() / 1000) - 1 }),
    'begins in an hour': await signed({ nbf: Math.floor(services.now() / 1000) + 3600 }),
    'no end': await signed({ exp: undefined }),
    'another issuer': await signed({ iss: 'https://securetoken.google.com/x' }),
    'another audience': await signed({ aud: 'other' }),
    'no audience': await signed({ aud: undefined }),
    'sub is a list': await signed({ sub: [noura.uid] }),
    'sub is a number': await signed({ sub: 1 }),
    'no sub': await signed({ sub: undefined }),
    'another sub in our session': await signed({ sub: 'somebody-else' }),
    'no session': await signed({ sid: undefined }),
    'a session that is none': await signed({ sid: 'x' }),
    'the refresh token': noura.refreshToken,
    'an end that is text': await signed({ exp: '9999999999' }),
    'no time of sign-in': await signed({ auth_time: undefined }),
    'one of another installation': elsewhere,
    'zeros for a signature': `${header}.${payload}.${'A'.repeat(86)}`,
    'a signature as DER': `${header}.${payload}.${Buffer.concat([Buffer.from('30440220', 'hex'), Buffer.alloc(66)]).toString('base64url')}`,
    'the claims of another token': `${header}.${elsewhere.split('.')[1]}.${signature}`,
    'a flipped bit in the header': `${flipped(header)}.${payload}.${signature}`,
    'a flipped bit in the claims': `${header}.${flipped(payload)}.${signature}`,
    'a flipped bit in the signature': `${header}.${payload}.${flipped(signature)}`,
    'no signature': `${header}.${payload}.`,
    'only two parts': `${header}.${payload}`,
    'five parts': `${noura.idToken}.a.b`,
    'ten thousand bytes': await signed({ padding: 'x'.repeat(10_000) }),
    'the public key itself': encoded(await exportSPKI(stranger.publicKey)),
    'dots only': '..',
  }
}

function signingSecret({ services }: TestServer): Buffer {
  return openSecrets(services.config).signingKeys
}

function ask({ origin }: TestServer, authorization: string): Promise<Response> {
  return fetch(`${origin}/identity/v1/displayName`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: '{"displayName":"Noura"}',
  })
}

async function statusFor(server: TestServer, token: string): Promise<number> {
  return (await ask(server, `Bearer ${token}`)).status
}
