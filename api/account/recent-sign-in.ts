import { Refusal } from '../../contract/calls/api-error.ts'
import type { Caller } from '../http/bearer.ts'
import { MINUTE } from '../http/limits.ts'

const RECENT_MS = 5 * MINUTE

/** For what a phone left lying about must not be enough: refuses whoever has not shown lately who they are. */
export function refuseOldSignIn({ signedInAt }: Caller, now: number): void {
  if (now - signedInAt > RECENT_MS) throw new Refusal('auth/requires-recent-login')
}
