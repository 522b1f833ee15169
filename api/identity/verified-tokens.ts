import { SECOND } from '../../contract/time.ts'
import type { Authenticate, AuthUser } from '../http/bearer.ts'

/** Times are epoch milliseconds. */
export type VerifiedToken = { authUser: AuthUser; expiresAt: number }

const MAX_REMEMBERED = 20_000
/** How long a session that ended in another process still counts as live here. */
const RECHECK_AFTER_MS = 5 * SECOND

type Remembered = VerifiedToken & { checkedAt: number; isLive: Promise<boolean> }

/**
 * Caches verified tokens until they expire, because checking a signature costs four times as much as the rest of a
 * request. The session behind a token is queried again every few seconds, by one query for all requests.
 */
export function cacheVerifiedTokens({
  now,
  verify,
  isLive,
}: {
  now: () => number
  verify: (token: string, now: number) => Promise<VerifiedToken | undefined>
  isLive: (authUser: AuthUser, now: number) => Promise<boolean>
}): {
  authenticate: Authenticate
  /** Evicts the tokens for which this is true. */
  evict: (isConcerned: (authUser: AuthUser) => boolean) => void
} {
  const remembered = new Map<string, Remembered>()

  async function authenticate(token: string): Promise<AuthUser | undefined> {
    const at = now()
    const known = remembered.get(token) ?? (await remember(token, at))
    if (!known) return undefined
    if (known.expiresAt > at && (await isStillLive(known, at))) return known.authUser
    remembered.delete(token)
    return undefined
  }

  async function remember(token: string, at: number): Promise<Remembered | undefined> {
    const verified = await verify(token, at)
    if (!verified) return undefined
    // First in, first out: a token is used for an hour at most.
    if (remembered.size >= MAX_REMEMBERED) remembered.delete(remembered.keys().next().value as string)
    const entry = { ...verified, checkedAt: Number.NEGATIVE_INFINITY, isLive: Promise.resolve(false) }
    remembered.set(token, entry)
    return entry
  }

  function isStillLive(entry: Remembered, at: number): Promise<boolean> {
    // The clock may have been set back.
    if (Math.abs(at - entry.checkedAt) < RECHECK_AFTER_MS) return entry.isLive
    entry.checkedAt = at
    entry.isLive = isLive(entry.authUser, at)
    // If the database did not answer, the session may still be live: the next request asks again.
    entry.isLive.catch(() => {
      entry.checkedAt = Number.NEGATIVE_INFINITY
    })
    return entry.isLive
  }

  function evict(isConcerned: (authUser: AuthUser) => boolean): void {
    for (const [token, { authUser }] of remembered) if (isConcerned(authUser)) remembered.delete(token)
  }

  return { authenticate, evict }
}
