import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { ApiError } from '../../../contract/calls/api-error.ts'
import { REQUEST_DIGITS, REQUEST_LIFETIME_MS } from '../../../contract/sign-in/other-ways.ts'
import { DAY, HOUR, SECOND } from '../../../contract/time.ts'
import { RECENT_MS } from '../../account/recent-sign-in.ts'
import type { Db } from '../../database/tables.ts'
import { transactionWithLock } from '../../database/transaction-with-lock.ts'
import { CLOCKS_DIFFER_MS, consumeAll, type Limit, lastExpiry } from '../../http/limits.ts'
import { networkOf } from '../../http/network.ts'
import { tokenHash } from '../../secrets/token-hash.ts'
import { askedPhone } from '../phone/codes.ts'
import { phoneLock, throwIfUserIsBlocked } from '../phone/phone-sign-in.ts'
import { liveSession, type OpenSession, openSession, revokeSession } from '../sessions/sessions.ts'

const PER_PHONE_A_DAY = 10
/** Thousands of people may share an IP address. */
const PER_NETWORK_AN_HOUR = 60
/** After a refusal, nobody can ask for approval of the same phone for this long. */
const REFUSED_FOR_MS = HOUR
const REQUESTS_KEPT_MS = 2 * DAY
/** A device that is opened later than this no longer shows the approval. */
export const APPROVED_KEPT_MS = 90 * DAY

/** The lock of all requests and decisions: a number belongs to one open request, and each request is decided once. */
export const REQUESTS_LOCK = 'sign-in requests'

type Options = { now: number; key: Buffer; ipAddress: string; limitFactor: number }

/** Makes a request for approval, and ends an earlier request of this phone. Works the same without an account. */
export async function askApproval(db: Db, verificationId: string, { now, key, ipAddress, limitFactor }: Options) {
  const phone = await askedPhone(db, verificationId, now)
  await throwIfRefused(db, phone, now)
  const code = 'auth/quota-exceeded'
  const network = networkOf(ipAddress)
  const limits: Limit[] = [
    { name: 'approval/day', of: { phone }, max: PER_PHONE_A_DAY * limitFactor, perMs: DAY, code },
    { name: 'approval/hour', of: { network }, max: PER_NETWORK_AN_HOUR * limitFactor, perMs: HOUR, code },
  ]
  await consumeAll(db, limits, now)
  const request = randomBytes(24).toString('base64url')
  return transactionWithLock(db, REQUESTS_LOCK, async trx => {
    await trx
      .updateTable('sign_in_requests')
      .set({ expires_at: now })
      .where('phone', '=', phone)
      .where('expires_at', '>', now)
      .where('approved_at', 'is', null)
      .execute()
    const number = await freeNumber(trx, key, now)
    await trx
      .insertInto('sign_in_requests')
      .values({
        id: tokenHash(request),
        phone,
        number_hash: hashOfNumber(number, key),
        created_at: now,
        expires_at: now + REQUEST_LIFETIME_MS,
        refused_at: null,
        approved_at: null,
      })
      .execute()
    return { request, number }
  })
}

async function throwIfRefused(db: Db, phone: string, now: number): Promise<void> {
  const row = await db
    .selectFrom('sign_in_requests')
    .select('refused_at')
    .where('phone', '=', phone)
    .where('refused_at', '>', now - REFUSED_FOR_MS)
    // A later time was written by a wrong clock, and would keep the person out for too long.
    .where('refused_at', '<=', now + CLOCKS_DIFFER_MS)
    .orderBy('refused_at', 'desc')
    .executeTakeFirst()
  if (!row?.refused_at) return
  throw new ApiError('auth/quota-exceeded', { retryAfter: Math.ceil((row.refused_at + REFUSED_FOR_MS - now) / SECOND) })
}

/** A number that no open request has. */
async function freeNumber(db: Db, key: Buffer, now: number): Promise<string> {
  for (;;) {
    const number = String(randomInt(10 ** REQUEST_DIGITS)).padStart(REQUEST_DIGITS, '0')
    if (!(await pendingRequest(db, number, { key, now }))) return number
  }
}

/** The request that shows this number now and waits for a decision. */
export function pendingRequest(db: Db, number: string, { key, now }: { key: Buffer; now: number }) {
  return db
    .selectFrom('sign_in_requests')
    .select(['id', 'phone', 'created_at'])
    .where('number_hash', '=', hashOfNumber(number, key))
    .where('expires_at', '>', now)
    .where('expires_at', '<=', lastExpiry(REQUEST_LIFETIME_MS, now))
    .where('refused_at', 'is', null)
    .where('approved_at', 'is', null)
    .executeTakeFirst()
}

type RequestStatus = { status: 'waiting' | 'refused' | 'over' } | Approved
type Approved = { status: 'approved'; session: OpenSession; endedSessionId: string | undefined }

/** The status of a request, for the browser that has its secret. An approved request opens a session. */
export async function requestStatus(db: Db, request: string, now: number): Promise<RequestStatus> {
  const row = await db
    .selectFrom('sign_in_requests')
    .selectAll()
    .where('id', '=', tokenHash(request))
    .executeTakeFirst()
  if (!row) return { status: 'over' }
  if (row.refused_at !== null) return { status: 'refused' }
  if (row.expires_at <= now || row.expires_at > lastExpiry(REQUEST_LIFETIME_MS, now)) return { status: 'over' }
  if (row.approved_at === null) return { status: 'waiting' }
  return enter(db, row, now)
}

/**
 * Opens the session of an approved request. The same browser may ask again while the request is valid, because the
 * reply may have been lost. Then the first session ends, and another one is opened.
 */
async function enter(db: Db, { id, phone }: { id: string; phone: string }, now: number): Promise<RequestStatus> {
  return transactionWithLock(db, phoneLock(phone), async trx => {
    const user = await trx
      .selectFrom('approved_sign_ins')
      .innerJoin('users', 'users.uid', 'approved_sign_ins.uid')
      .select(['users.uid', 'users.phone_number as phoneNumber', 'users.email'])
      .select(['approved_sign_ins.session_id', 'users.signed_out_at'])
      .where('request_id', '=', id)
      // The phone may belong to another account by now, which nobody has approved.
      .where('users.phone_number', '=', phone)
      .executeTakeFirst()
    if (!user) return { status: 'over' }
    await throwIfUserIsBlocked(trx, user.uid)
    const { session_id: before, signed_out_at: signedOutAt, ...identifiers } = user
    if (before !== null) {
      // A session that ended by a sign-out is not opened again.
      if (!(await liveSession(trx, before, now))) return { status: 'over' }
      await revokeSession(trx, before, now)
    }
    const session = await openSession(trx, identifiers, notRecently(now, signedOutAt))
    await trx
      .updateTable('approved_sign_ins')
      .set({ session_id: session.sessionId })
      .where('request_id', '=', id)
      .where('uid', '=', user.uid)
      .execute()
    return { status: 'approved', session, endedSessionId: before ?? undefined }
  })
}

/**
 * The time of a sign-in that is not recent: a new e-mail address and erasing then need a code. So a mentor who was
 * talked into approving a stranger has not given the account away for good. It is later than the last sign-out
 * everywhere.
 */
function notRecently(now: number, signedOutAt: number | null): number {
  return Math.max(now - RECENT_MS - 1, (signedOutAt ?? 0) + 1)
}

export async function deleteExpiredRequests(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('sign_in_requests')
    .where('created_at', '<', now - REQUESTS_KEPT_MS)
    .execute()
  await db
    .deleteFrom('approved_sign_ins')
    .where('approved_at', '<', now - APPROVED_KEPT_MS)
    .execute()
}

/** The hash has a key. Without it, all million numbers could be tried against the hash in a second. */
function hashOfNumber(number: string, key: Buffer): string {
  return createHmac('sha256', key).update(number).digest('base64url')
}
