import { ApiError } from '../../contract/calls/api-error.ts'
import { MINUTE } from '../../contract/time.ts'
import type { AuthUser } from '../http/bearer.ts'

const RECENT_MS = 5 * MINUTE

/** For what a phone left lying about must not be enough: refuses whoever has not shown lately who they are. */
export function requireRecentSignIn({ signedInAt }: AuthUser, now: number): void {
  if (now - signedInAt > RECENT_MS) throw new ApiError('auth/requires-recent-login')
}
