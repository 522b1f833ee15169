import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLocalJWKSet, exportJWK, exportPKCS8, generateKeyPair, SignJWT } from 'jose'
import { type Session, saveUser } from '../../../contract/account.ts'
import { type Call, createClient } from '../../../contract/calls/client.ts'
import type { Start, TestServer } from '../../testing.ts'

export const PROJECT = 'noura-learns'
const KID = 'the-key-of-today'

const pair = await generateKeyPair('RS256', { extractable: true })
const publicJwk = { ...(await exportJWK(pair.publicKey)), kid: KID, alg: 'RS256', use: 'sig' }
const keyFile = await writeKeyFile()

/** A replacement for Google: a key pair, and a server that trusts it. */
export const google = {
  ...pair,
  publicJwk,
  kid: KID,
  keyFile,
  keyOf: createLocalJWKSet({ keys: [publicJwk] }),
}

const app = { apiKey: 'key', authDomain: `${PROJECT}.firebaseapp.com`, projectId: PROJECT, appId: '1:2:web:3' }

export const firebaseSettings = {
  IDENTITY: 'firebase',
  FIREBASE_APP: JSON.stringify(app),
  FIREBASE_SERVICE_ACCOUNT: keyFile,
}

export function startWithFirebase(start: Start): Promise<TestServer> {
  return start({ env: firebaseSettings, keyOf: google.keyOf })
}

type Claims = Record<string, unknown>

/** The claims of a Firebase token for a person who signs in now. */
export function claimsFor(uid: string, now: number, more: Claims = {}): Claims {
  const seconds = Math.floor(now / 1000)
  return {
    iss: `https://securetoken.google.com/${PROJECT}`,
    aud: PROJECT,
    sub: uid,
    user_id: uid,
    auth_time: seconds,
    iat: seconds,
    exp: seconds + 3600,
    ...more,
  }
}

export function signed(claims: Claims, header: Claims = {}, key: CryptoKey | Uint8Array = pair.privateKey) {
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: KID, ...header }).sign(key)
}

export type Visitor = Session & { call: Call }

/** A person who has just signed in by Firebase and opened the app. */
export async function letIn(server: TestServer, uid: string, more: Claims): Promise<Visitor> {
  const idToken = await signed(claimsFor(uid, server.clock.now(), more))
  const call = createClient({ base: server.origin, token: async () => idToken })
  await call(saveUser, { params: { uid }, body: { uid } })
  return { uid, idToken, expiresAt: server.clock.now() + 3_600_000, refreshToken: '', call }
}

async function writeKeyFile(): Promise<string> {
  const file = join(mkdtempSync(join(tmpdir(), 'step-by-step-key-')), 'service-account.json')
  const key = {
    type: 'service_account',
    client_email: `server@${PROJECT}.iam.gserviceaccount.com`,
    private_key_id: 'k1',
    private_key: await exportPKCS8(pair.privateKey),
  }
  writeFileSync(file, JSON.stringify(key))
  return file
}
