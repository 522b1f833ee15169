import { ApiError } from '../../contract/calls/api-error.ts'

/** The signed-in person, as their token says. Nothing of it comes from the body of a request. */
export type AuthUser = {
  uid: string
  sessionId: string
  phoneNumber: string | null
  email: string | null
  /** Time of the last sign-in (epoch ms); refreshing a token does not change it. */
  signedInAt: number
}

/** Undefined for a token that is not valid, or not valid any more. */
export type Authenticate = (token: string) => Promise<AuthUser | undefined>

/** The name of the scheme is not case-sensitive (RFC 9110, 11.1). */
const BEARER = /^Bearer ([\w.-]+)$/i
/** Not in the pattern: every request is matched, and a pattern that counts characters takes three times as long. */
const MAX_TOKEN = 4096

export async function requireUser(authorization: string | undefined, authenticate: Authenticate): Promise<AuthUser> {
  const token = BEARER.exec(authorization ?? '')?.[1] ?? ''
  const isPossible = token !== '' && token.length <= MAX_TOKEN
  const user = isPossible ? await authenticate(token) : undefined
  if (!user) throw new ApiError('auth/unauthorized')
  return user
}
