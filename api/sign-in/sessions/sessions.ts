import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import { DAY } from '../../../contract/time.ts'
import { throwIfBlocked } from '../../account/user-status.ts'
import type { Identifiers } from '../../account/users.ts'
import { databaseProblemIn } from '../../database/failures/database-problem.ts'
import { prepareJoined } from '../../database/groups/joined-queries.ts'
import type { Db, Tables } from '../../database/tables.ts'
import { transactionWithLock } from '../../database/transaction-with-lock.ts'
import { CLOCKS_DIFFER_MS } from '../../http/limits.ts'
import { tokenHash } from '../../secrets/token-hash.ts'
import { isRefreshToken, lastToken, newRefreshToken, sessionOf, successorOf } from './refresh-token.ts'
import type { TokenHolder } from './tokens.ts'

/** A session lasts this long after its last refresh. */
const LIFETIME_MS = 180 * DAY

export type OpenSession = TokenHolder & { refreshToken: string }

/** `signedOutAt`: the last sign-out everywhere, read with the account. A later sign-out ends the session. */
type Opening = Identifiers & { signedOutAt?: number | null }

export async function openSession(
  db: Db,
  { uid, phoneNumber, email, signedOutAt }: Opening,
  now: number,
): Promise<OpenSession> {
  const sessionId = randomBytes(16).toString('base64url')
  const refreshToken = newRefreshToken(sessionId)
  await correctSignOut(db, uid, now)
  const createdAt = laterThan(signedOutAt ?? 0, now)
  await db
    .insertInto('sessions')
    .values({
      id: sessionId,
      uid,
      refresh_hash: tokenHash(refreshToken),
      previous_hash: null,
      created_at: createdAt,
      expires_at: now + LIFETIME_MS,
      revoked_at: null,
    })
    .execute()
  return { sessionId, uid, phoneNumber, email, signedInAt: createdAt, refreshToken }
}

/** The clock of another process may be ahead. A sign-out with its time must not end a session that is opened now. */
function laterThan(signedOutAt: number, now: number): number {
  return signedOutAt > now + CLOCKS_DIFFER_MS ? now : Math.max(now, signedOutAt + 1)
}

/** A sign-out that was noted by a wrong clock would end every session until that time. */
async function correctSignOut(db: Db, uid: string, now: number): Promise<void> {
  await db
    .updateTable('users')
    .set({ signed_out_at: now - 1 })
    .where('uid', '=', uid)
    .where('signed_out_at', '>', now + CLOCKS_DIFFER_MS)
    .execute()
}

type Refreshed = { session?: OpenSession; ended?: { sessionId: string; uid: string } }

/**
 * Exchanges a refresh token for its successor. A token stays valid until its successor is used, and then returns that
 * same successor: neither a lost reply nor two tabs at once sign anybody out. An older token was stolen or copied, so
 * it ends the session. Undefined if the session is over; `ended` if it ended just now. Throws `auth/login-blocked` to
 * the holder of a valid token of a blocked account.
 */
export async function refreshSession(
  db: Db,
  refreshToken: string,
  { key, now }: { key: Buffer; now: number },
): Promise<Refreshed> {
  if (!isRefreshToken(refreshToken)) return {}
  return exchange(db, refreshToken, { key, now }).catch(async error => {
    const session = databaseProblemIn(error) === 'full' ? await sameSession(db, refreshToken, { key, now }) : undefined
    if (!session) throw error
    return { session }
  })
}

function exchange(db: Db, refreshToken: string, { key, now }: { key: Buffer; now: number }): Promise<Refreshed> {
  const sessionId = sessionOf(refreshToken)
  // The end of a session is returned, not thrown, because an error would roll it back.
  return transactionWithLock(db, `session ${sessionId}`, async trx => {
    const row = await liveSession(trx, sessionId, now)
    if (!row) return {}
    const hash = tokenHash(refreshToken)
    if (hash !== row.refresh_hash && hash !== row.previous_hash) {
      await revokeSession(trx, sessionId, now)
      return { ended: { sessionId, uid: row.uid } }
    }
    throwIfBlocked(row)
    const successor = successorOf(refreshToken, key)
    await trx
      .updateTable('sessions')
      .set({ refresh_hash: tokenHash(successor), previous_hash: hash, expires_at: now + LIFETIME_MS })
      .where('id', '=', sessionId)
      .execute()
    return { session: opened(sessionId, row, successor) }
  })
}

/**
 * On a full disk no refresh token can be replaced, but everybody should still be able to read. So the last token, and
 * the token before it, give the last token again. An older token gives nothing, and ends the session once there is
 * space.
 */
async function sameSession(
  db: Db,
  refreshToken: string,
  { key, now }: { key: Buffer; now: number },
): Promise<OpenSession | undefined> {
  const sessionId = sessionOf(refreshToken)
  const row = await liveSession(db, sessionId, now)
  if (!row) return undefined
  throwIfBlocked(row)
  const last = lastToken(refreshToken, row.refresh_hash, key)
  return last === undefined ? undefined : opened(sessionId, row, last)
}

type LiveSession = NonNullable<Awaited<ReturnType<typeof liveSession>>>

function opened(sessionId: string, row: LiveSession, refreshToken: string): OpenSession {
  const { uid, phone_number: phoneNumber, email, created_at: signedInAt } = row
  return { sessionId, uid, phoneNumber, email, signedInAt, refreshToken }
}

export async function revokeSession(db: Db, sessionId: string, now: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Ends every session of an account, including those that are being opened. */
export async function signOutEverywhere(trx: Transaction<Tables>, uid: string, now: number): Promise<void> {
  await trx.deleteFrom('sessions').where('uid', '=', uid).execute()
  await trx.updateTable('users').set({ signed_out_at: now }).where('uid', '=', uid).execute()
}

/**
 * Whether the session is live: not ended, not expired, and its user exists. Throws `auth/login-blocked` if only a block
 * ends it: only the holder of the session may know the reason.
 */
export async function isSessionLive(
  db: Db,
  { uid, sessionId }: { uid: string; sessionId: string },
  now: number,
): Promise<boolean> {
  const session = await liveSession(db, sessionId, now)
  if (session?.uid !== uid) return false
  throwIfBlocked(session)
  return true
}

export async function deleteExpiredSessions(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where(expression => expression.or([expression('expires_at', '<=', now), expression('revoked_at', 'is not', null)]))
    .execute()
}

export async function liveSession(db: Db, sessionId: string, now: number) {
  const [session] = await liveSessions(db, { id: sessionId, now })
  return session
}

const liveSessions = prepareJoined({ id: 'text', now: 'bigint' }, (db, given) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.uid', 'sessions.uid')
    .innerJoin(given, 'given.id', 'sessions.id')
    .select('given.n')
    .select(['sessions.uid', 'sessions.refresh_hash', 'sessions.previous_hash', 'sessions.created_at'])
    .select(['users.phone_number', 'users.email', 'users.blocked_at', 'users.block_reason'])
    .where('sessions.revoked_at', 'is', null)
    .whereRef('sessions.expires_at', '>', 'given.now')
    .where(({ eb, ref }) =>
      eb.or([eb('users.signed_out_at', 'is', null), eb('users.signed_out_at', '<', ref('sessions.created_at'))]),
    ),
)
