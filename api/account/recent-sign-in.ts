import { ApiError } from '../../contract/calls/api-error.ts'
import { MINUTE } from '../../contract/time.ts'
import type { AuthUser } from '../http/bearer.ts'

export const RECENT_MS = 5 * MINUTE

/** For calls that an unlocked phone on a table must not allow: throws unless the person signed in recently. */
export function requireRecentSignIn({ signedInAt }: AuthUser, now: number): void {
  // A sign-in in the future is of a clock that was set back since.
  if (Math.abs(now - signedInAt) > RECENT_MS) throw new ApiError('auth/requires-recent-login')
}
