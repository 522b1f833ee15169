import { ApiError } from '../../contract/calls/api-error.ts'

/** Who is asking, as their token proves it: nothing of this comes from the body of a request. */
export type AuthUser = {
  uid: string
  sessionId: string
  phoneNumber: string | null
  email: string | null
  /** When they last showed who they are (epoch ms); a refreshed token does not change it. */
  signedInAt: number
}

/** Whose token is this? Undefined for one that is not valid (any more). */
export type Authenticate = (token: string) => Promise<AuthUser | undefined>

/** The name of the scheme is not case-sensitive (RFC 9110, 11.1). */
const BEARER = /^Bearer ([A-Za-z0-9_.-]{1,4096})$/i

export async function requireUser(authorization: string | undefined, authenticate: Authenticate): Promise<AuthUser> {
  const token = BEARER.exec(authorization ?? '')?.[1]
  const user = token && (await authenticate(token))
  if (!user) throw new ApiError('auth/unauthorized')
  return user
}
