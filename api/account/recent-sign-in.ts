import { ApiError } from '../../contract/calls/api-error.ts'
import { MINUTE } from '../../contract/time.ts'
import type { AuthUser } from '../http/bearer.ts'
import { isRecent } from '../http/limits.ts'

export const RECENT_MS = 5 * MINUTE

/** For calls that an unlocked phone on a table must not allow: throws unless the person signed in recently. */
export function requireRecentSignIn({ signedInAt }: AuthUser, now: number): void {
  if (!isRecent(signedInAt, RECENT_MS, now)) throw new ApiError('auth/requires-recent-login')
}
