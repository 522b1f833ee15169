import { errors, type JWTPayload, jwtVerify, UnsecuredJWT } from 'jose'
import { MINUTE, SECOND } from '../../../contract/time.ts'
import { cleanName } from '../../account/display-name.ts'
import type { VerifiedPerson } from '../../account/save-identifiers.ts'
import type { VerifiedToken } from '../../identity/verified-tokens.ts'
import type { KeyOf } from './google-keys.ts'

/** The claims of a Firebase token, with the phone and e-mail address that its owner has verified. */
export type VerifiedByFirebase = VerifiedToken & { proven: VerifiedPerson }

export type IdTokens = { verify: (token: string, now: number) => Promise<VerifiedByFirebase | undefined> }

type Options = {
  projectId: string
  keyOf: KeyOf
  /** Accepts only the unsigned tokens of Firebase's Auth Emulator. */
  isEmulated: boolean
}

/** Verifies by the rules of https://firebase.google.com/docs/auth/admin/verify-id-tokens for third-party libraries. */
export function firebaseTokens({ projectId, keyOf, isEmulated }: Options): IdTokens {
  const expectedAt = (now: number) => ({
    issuer: `https://securetoken.google.com/${projectId}`,
    audience: projectId,
    currentDate: new Date(now),
  })

  async function claimsOf(token: string, now: number): Promise<JWTPayload> {
    if (isEmulated) return UnsecuredJWT.decode(token, expectedAt(now)).payload
    return (await jwtVerify(token, withKeyId(keyOf), { ...expectedAt(now), algorithms: ['RS256'] })).payload
  }

  return {
    verify: async (token, now) => {
      const claims = await claimsOf(token, now).catch(noClaimsIfNotTheirs)
      return claims && verifiedFrom(claims, now)
    },
  }
}

/** Requires a key id, because jose would otherwise use a single key for any token. */
function withKeyId(keyOf: KeyOf): KeyOf {
  return async header => {
    if (typeof header.kid !== 'string') throw new errors.JWKSNoMatchingKey()
    return keyOf(header)
  }
}

function noClaimsIfNotTheirs(error: unknown): undefined {
  if (!(error instanceof errors.JOSEError)) throw error
}

/** The clock of this server may be a little behind the clock of Firebase. */
const AHEAD_AT_MOST_MS = MINUTE
/** A uid of Firebase has at most 128 characters. */
const UID = /^[^\s]{1,128}$/

function verifiedFrom(claims: JWTPayload, now: number): VerifiedByFirebase | undefined {
  const { sub, exp, iat, auth_time } = claims
  if (typeof sub !== 'string' || !UID.test(sub) || exp === undefined) return undefined
  if (!isPast(iat, now) || !isPast(auth_time, now)) return undefined
  const phoneNumber = textOr(claims.phone_number)
  const email = textOr(claims.email)?.toLowerCase() ?? null
  // A Firebase project can sign people in without a phone or e-mail address. We could not recognise them later.
  if (phoneNumber === null && email === null) return undefined
  const displayName = cleanName(textOr(claims.name) ?? '') || null
  const isEmailVerified = email !== null && claims.email_verified === true
  return {
    authUser: { uid: sub, sessionId: String(auth_time), phoneNumber, email, signedInAt: auth_time * SECOND },
    expiresAt: exp * SECOND,
    proven: { uid: sub, phoneNumber, email, displayName, isEmailVerified, verifiedAt: iat * SECOND },
  }
}

function isPast(seconds: unknown, now: number): seconds is number {
  return typeof seconds === 'number' && seconds * SECOND <= now + AHEAD_AT_MOST_MS
}

function textOr(claim: unknown): string | null {
  return typeof claim === 'string' && claim !== '' ? claim : null
}
