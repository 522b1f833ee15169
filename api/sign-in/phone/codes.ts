import type { ExpressionBuilder } from 'kysely'
import { CODE_LIFETIME_MS } from '../../../contract/account.ts'
import { ApiError } from '../../../contract/calls/api-error.ts'
import { DAY, HOUR } from '../../../contract/time.ts'
import type { Db, Tables } from '../../database/tables.ts'
import { transactionWithLock } from '../../database/transaction-with-lock.ts'
import { lastExpiry } from '../../http/limits.ts'
import { type Code, fingerprintOf, isCodeOf, isVerificationId } from './code.ts'

const MAX_ATTEMPTS = 5
const KEPT_MS = 7 * DAY

/** The `code_hash` of a code whose SMS failed. No code has this fingerprint. */
export const UNSENT = ''

/** Stores a fingerprint of the code. Earlier codes of this phone stop working. */
export async function saveCode(
  db: Db,
  phone: string,
  fresh: Code,
  { key, now }: { key: Buffer; now: number },
): Promise<void> {
  await transactionWithLock(db, `codes of ${phone}`, async trx => {
    await trx
      .updateTable('verifications')
      .set({ replaced_at: now })
      .where('phone', '=', phone)
      .where('replaced_at', 'is', null)
      .where('used_at', 'is', null)
      .execute()
    await insertCode(trx, { id: fresh.verificationId, phone, code_hash: fingerprintOf(fresh, key) }, now)
  })
}

/** Stores an id without a code of its own, for the other ways. Earlier codes of this phone go on working. */
export async function saveUnsentCode(db: Db, phone: string, { verificationId: id }: Code, now: number): Promise<void> {
  await insertCode(db, { id, phone, code_hash: UNSENT }, now)
}

async function insertCode(db: Db, code: { id: string; phone: string; code_hash: string }, now: number): Promise<void> {
  const fresh = { attempts: 0, created_at: now, expires_at: now + CODE_LIFETIME_MS, used_at: null, replaced_at: null }
  await db
    .insertInto('verifications')
    .values({ ...code, ...fresh })
    .execute()
}

/**
 * Stores another code beside the code of the SMS. From now on, both work for the usual time. They share their attempts,
 * and only one of them can be used.
 */
export async function saveOtherCode(db: Db, other: Code, { key, now }: { key: Buffer; now: number }): Promise<void> {
  await db
    .updateTable('verifications')
    .set({ other_code_hash: fingerprintOf(other, key), expires_at: now + CODE_LIFETIME_MS })
    .where('id', '=', other.verificationId)
    .where('used_at', 'is', null)
    .where('replaced_at', 'is', null)
    .execute()
}

/** The phone for which a code was asked in the last hour, even if the code itself is no longer valid. */
export async function askedPhone(db: Db, verificationId: string, now: number): Promise<string> {
  if (!isVerificationId(verificationId)) throw new ApiError('auth/invalid-verification-code')
  const row = await db
    .selectFrom('verifications')
    .select('phone')
    .where('id', '=', verificationId)
    .where('created_at', '>', now - HOUR)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new ApiError('auth/code-expired')
  return row.phone
}

/** `isRepeat`: the code was right in an earlier request whose reply was lost, so it may already be used. */
type Entry = { now: number; isRepeat?: boolean }

/** The phone of a code, if the code can still be entered. */
export async function phoneOf(db: Db, verificationId: string, { now, isRepeat = false }: Entry): Promise<string> {
  if (!isVerificationId(verificationId)) throw new ApiError('auth/invalid-verification-code')
  const row = await db.selectFrom('verifications').selectAll().where('id', '=', verificationId).executeTakeFirst()
  if (!row || row.replaced_at !== null) throw new ApiError('auth/invalid-verification-code')
  if (row.used_at !== null && !isRepeat) throw new ApiError('auth/invalid-verification-code')
  const isExpired = row.expires_at <= now || row.expires_at > lastExpiry(CODE_LIFETIME_MS, now)
  if (isExpired || row.attempts >= MAX_ATTEMPTS) throw new ApiError('auth/code-expired')
  return row.phone
}

/** Returns when a code was asked for, if it can still be entered, and whether its SMS was sent. */
export async function askedBefore(db: Db, id: string, { phone, now }: { phone: string; now: number }) {
  const row = await db
    .selectFrom('verifications')
    .select(['created_at as at', 'code_hash'])
    .where('id', '=', id)
    .where('phone', '=', phone)
    .where(canBeEntered({ now }))
    .executeTakeFirst()
  return row && { at: row.at, isSent: row.code_hash !== UNSENT }
}

/**
 * Counts an attempt and returns whether the code is right. The attempt is counted before the code is compared, in one
 * statement, so only five of many guesses at the same time are compared.
 */
export async function tryCode(
  db: Db,
  given: Code,
  { key, now, isRepeat = false }: Entry & { key: Buffer },
): Promise<boolean> {
  const row = await db
    .updateTable('verifications')
    .set(expression => ({ attempts: expression('attempts', '+', 1) }))
    .where('id', '=', given.verificationId)
    .where(canBeEntered({ now, isRepeat }))
    .returning(['code_hash', 'other_code_hash'])
    .executeTakeFirst()
  if (!row) {
    await phoneOf(db, given.verificationId, { now, isRepeat })
    throw new ApiError('auth/code-expired')
  }
  return [row.code_hash, row.other_code_hash].some(hash => hash && isCodeOf(hash, given, key))
}

/** The condition of `phoneOf`, for a statement that has to check and change a row at once. */
function canBeEntered({ now, isRepeat = false }: Entry) {
  return ({ eb, and }: ExpressionBuilder<Tables, 'verifications'>) =>
    and([
      eb('attempts', '<', MAX_ATTEMPTS),
      eb('expires_at', '>', now),
      eb('expires_at', '<=', lastExpiry(CODE_LIFETIME_MS, now)),
      eb('replaced_at', 'is', null),
      ...(isRepeat ? [] : [eb('used_at', 'is', null)]),
    ])
}

/** A right code does not count as an attempt, so that it can be repeated if the reply is lost. */
export async function refundAttempt(db: Db, verificationId: string): Promise<void> {
  await db
    .updateTable('verifications')
    .set(expression => ({ attempts: expression('attempts', '-', 1) }))
    .where('id', '=', verificationId)
    .execute()
}

/** Uses the code. Throws at the second use. */
export async function consumeCode(db: Db, verificationId: string, now: number): Promise<void> {
  const row = await db
    .updateTable('verifications')
    .set(expression => ({ used_at: now, attempts: expression('attempts', '-', 1) }))
    .where('id', '=', verificationId)
    .where('used_at', 'is', null)
    .where('replaced_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!row) throw new ApiError('auth/invalid-verification-code')
}

export async function deleteExpiredCodes(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('verifications')
    .where('created_at', '<', now - KEPT_MS)
    .execute()
}
