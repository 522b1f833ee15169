import { ApiError } from '../../contract/calls/api-error.ts'
import type { Endpoint } from '../../contract/calls/endpoint.ts'
import { CONFIRMED_MS } from '../../contract/sign-in/phone.ts'
import type { Reach } from '../../contract/team-roles.ts'
import { HOUR, MINUTE } from '../../contract/time.ts'
import { record } from '../audit-log/audit-log.ts'
import { hasKey } from '../database/idempotent.ts'
import type { Db } from '../database/tables.ts'
import type { AuthUser } from '../http/bearer.ts'
import { idempotencyKeyIn } from '../http/idempotency-key.ts'
import { consume, consumeRead, isRecent } from '../http/limits.ts'
import { rolesAndReach } from './reach.ts'

const READS_PER_MINUTE = 600
const WRITES_PER_MINUTE = 120
/** Calls that need a recent sign-in accept a sign-in of the same working day. */
const SIGN_IN_RECENT_MS = 12 * HOUR
/** More refused calls of one person are not recorded, so that nobody fills the log. */
const RECORDED_REFUSALS_PER_HOUR = 1

/** When the person of this session last entered a code once more; 0 if never. */
export async function confirmedAt(db: Db, { uid, sessionId }: AuthUser): Promise<number> {
  const session = await db
    .selectFrom('sessions')
    .select('confirmed_at')
    .where('id', '=', sessionId)
    .where('uid', '=', uid)
    .executeTakeFirst()
  return session?.confirmed_at ?? 0
}

type Deps = { db: Db; now: () => number; limitFactor: number }

/**
 * Checks the roles at every call, so a role that was taken away ends at once, also in an open tab. Returns whose people
 * this person may see.
 */
export function authorizeBy({ db, now, limitFactor }: Deps) {
  return async (endpoint: Endpoint, user: AuthUser, headers: Record<string, unknown>): Promise<Reach> => {
    const { uid } = user
    const at = now()
    const limit = { of: { uid }, perMs: MINUTE } as const
    if (endpoint.method === 'GET')
      await consumeRead(db, { ...limit, name: 'team-read', max: READS_PER_MINUTE * limitFactor }, at)
    else await consume(db, { ...limit, name: 'team-write', max: WRITES_PER_MINUTE * limitFactor }, at)
    const { roles, reach } = await rolesAndReach(db, uid)
    if (!endpoint.roles?.some(role => roles.includes(role))) {
      // A request whose key was used before changes nothing more: it only gets its stored reply.
      if (endpoint.endsOwnRole && (await hasKey(db, uid, idempotencyKeyIn(headers)))) return reach
      await recordRefusal(endpoint, uid, at)
      throw new ApiError('forbidden')
    }
    if (reach !== 'everybody' && !isOpenToLimited(endpoint)) {
      await recordRefusal(endpoint, uid, at)
      throw new ApiError('people/limited')
    }
    if (endpoint.needsRecentSignIn && !(await hasConfirmed(user, at))) throw new ApiError('auth/requires-recent-login')
    return reach
  }

  /** Whether this person signed in, or entered a code once more, a short time ago. */
  async function hasConfirmed(user: AuthUser, at: number): Promise<boolean> {
    if (isRecent(user.signedInAt, SIGN_IN_RECENT_MS, at)) return true
    return isRecent(await confirmedAt(db, user), CONFIRMED_MS, at)
  }

  async function recordRefusal({ method, path }: Endpoint, uid: string, at: number): Promise<void> {
    const limit = { name: 'team-refused', of: { uid }, max: RECORDED_REFUSALS_PER_HOUR, perMs: HOUR } as const
    const isCounted = await consume(db, limit, at).then(
      () => true,
      () => false,
    )
    const line = { action: 'call-refused', details: { call: `${method} ${path}` } } as const
    if (isCounted) await record(db, { uid, side: 'browser' }, line, at)
  }
}

/** Whether a person who is limited to some mentors may make the call. Only calls of coordinators are about people. */
function isOpenToLimited({ roles = [], reach = 'needs-everybody' }: Endpoint): boolean {
  return !roles.includes('coordinator') || reach !== 'needs-everybody'
}
