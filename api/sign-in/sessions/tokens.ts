import { errors, type JWTHeaderParameters, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { MINUTE, SECOND } from '../../../contract/time.ts'
import type { Identifiers } from '../../account/users.ts'
import type { VerifiedToken } from '../../identity/verified-tokens.ts'
import type { KeyRing } from './key-ring.ts'
import { ALGORITHM } from './signing-keys.ts'

const NAME = 'step-by-step'
const LIFETIME_MS = 60 * MINUTE

export type TokenHolder = Identifiers & { sessionId: string; signedInAt: number }

export type Tokens = {
  issue: (holder: TokenHolder) => Promise<{ idToken: string; expiresAt: number }>
  /** The claims of a token, if we signed it and it has not expired. Does not check its session. */
  verify: (token: string) => Promise<VerifiedToken | undefined>
}

export function createTokens(keys: KeyRing, now: () => number): Tokens {
  async function keyOf({ kid }: JWTHeaderParameters) {
    const key = typeof kid === 'string' ? await keys.find(kid) : undefined
    if (!key) throw new errors.JWKSNoMatchingKey()
    return key.publicKey
  }

  return {
    issue: async ({ uid, sessionId, phoneNumber, email, signedInAt }) => {
      const issuedAt = inSeconds(now())
      const expiresAt = issuedAt + inSeconds(LIFETIME_MS)
      const { id, privateKey } = await keys.signer()
      const idToken = await new SignJWT({
        sid: sessionId,
        auth_time: inSeconds(signedInAt),
        ...(phoneNumber === null ? {} : { phone_number: phoneNumber }),
        ...(email === null ? {} : { email }),
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
      }).then(result => result.payload, ignoreInvalidToken)
      return claims && verifiedFrom(claims)
    },
  }
}

function ignoreInvalidToken(error: unknown): undefined {
  if (!(error instanceof errors.JOSEError)) throw error
}

function verifiedFrom({ sub, sid, exp, auth_time, phone_number, email }: JWTPayload): VerifiedToken | undefined {
  if (typeof sub !== 'string' || typeof sid !== 'string' || typeof auth_time !== 'number') return undefined
  const authUser = {
    uid: sub,
    sessionId: sid,
    phoneNumber: textOr(phone_number),
    email: textOr(email),
    signedInAt: auth_time * SECOND,
  }
  return exp === undefined ? undefined : { authUser, expiresAt: exp * SECOND }
}

function textOr(claim: unknown): string | null {
  return typeof claim === 'string' ? claim : null
}

function inSeconds(ms: number): number {
  return Math.floor(ms / SECOND)
}
