import { createLocalJWKSet, errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { Caller } from '../../http/bearer.ts'
import { MINUTE, SECOND } from '../../http/limits.ts'
import { ALGORITHM, type SigningKeys } from './signing-keys.ts'

const NAME = 'step-by-step'
const LIFETIME_MS = 60 * MINUTE

/** Times are epoch milliseconds. */
export type Verified = { caller: Caller; expiresAt: number }
export type Holder = { uid: string; sessionId: string; phoneNumber: string | null; signedInAt: number }

export type Tokens = {
  issue: (holder: Holder) => Promise<{ idToken: string; expiresAt: number }>
  /** What a token says, if we signed it and it has not run out; whether its session still lives is another question. */
  verify: (token: string) => Promise<Verified | undefined>
}

export function createTokens({ id, privateKey, publicKeys }: SigningKeys, now: () => number): Tokens {
  const keyOf = createLocalJWKSet({ keys: publicKeys })
  return {
    issue: async ({ uid, sessionId, phoneNumber, signedInAt }) => {
      const issuedAt = inSeconds(now())
      const expiresAt = issuedAt + inSeconds(LIFETIME_MS)
      const idToken = await new SignJWT({
        sid: sessionId,
        auth_time: inSeconds(signedInAt),
        ...(phoneNumber === null ? {} : { phone_number: phoneNumber }),
      })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid: id })
        .setIssuer(NAME)
        .setAudience(NAME)
        .setSubject(uid)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(privateKey)
      return { idToken, expiresAt: expiresAt * SECOND }
    },

    verify: async token => {
      const claims = await jwtVerify(token, keyOf, {
        algorithms: [ALGORITHM],
        issuer: NAME,
        audience: NAME,
        requiredClaims: ['sub', 'sid', 'exp', 'iat', 'auth_time'],
        currentDate: new Date(now()),
      }).then(result => result.payload, noClaimsIfNotOurs)
      return claims && verifiedFrom(claims)
    },
  }
}

function noClaimsIfNotOurs(error: unknown): undefined {
  if (!(error instanceof errors.JOSEError)) throw error
}

function verifiedFrom({ sub, sid, exp, phone_number }: JWTPayload): Verified | undefined {
  if (typeof sub !== 'string' || typeof sid !== 'string' || exp === undefined) return undefined
  const phoneNumber = typeof phone_number === 'string' ? phone_number : null
  return { caller: { uid: sub, sessionId: sid, phoneNumber, email: null }, expiresAt: exp * SECOND }
}

function inSeconds(ms: number): number {
  return Math.floor(ms / SECOND)
}
