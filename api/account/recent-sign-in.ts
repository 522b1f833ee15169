import { ApiError } from '../../contract/calls/api-error.ts'
import { MINUTE } from '../../contract/time.ts'
import type { AuthUser } from '../http/bearer.ts'

const RECENT_MS = 5 * MINUTE

/** An unattended phone must not be enough for this: refuses a person whose last sign-in is not recent. */
export function requireRecentSignIn({ signedInAt }: AuthUser, now: number): void {
  if (now - signedInAt > RECENT_MS) throw new ApiError('auth/requires-recent-login')
}
