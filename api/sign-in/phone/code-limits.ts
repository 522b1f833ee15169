import { sql } from 'kysely'
import { ApiError } from '../../../contract/calls/api-error.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../../contract/time.ts'
import type { Phone } from '../../contact/phone.ts'
import type { Db, LimitKey } from '../../database/tables.ts'
import { type Counter, limitKey } from '../../http/limit-key.ts'
import { CLOCKS_DIFFER_MS, consume, consumeAll, consumeCounted, type Limit, refund } from '../../http/limits.ts'
import { networkOf } from '../../http/network.ts'

export const RESEND_AFTER_SECONDS = 30
const MAX_WRONG_IN_A_ROW = 100
/**
 * Wrong codes an hour from one IP address. Thousands of people may share it, so more guesses cost a challenge instead
 * of being refused.
 */
const WRONG_WITHOUT_SOLUTION = 10
const MAX_WRONG_FROM_IP_ADDRESS = 200
const LOCKED_FOR_MS = DAY

type For = { ipAddress: string; limitFactor: number }

/** Counts a code before it is sent. The narrowest limit comes first, so that one phone cannot use up everybody's. */
export async function consumeCodeLimit(
  db: Db,
  phone: Phone,
  { ipAddress, limitFactor }: For,
  now: number,
): Promise<void> {
  const limits = allowances(phone, ipAddress)
  const code = 'auth/quota-exceeded'
  await consumeAll(
    db,
    limits.map(limit => ({ ...limit, max: limit.max * limitFactor, code })),
    now,
  )
}

/** Call it if the SMS failed: another code may follow at once. The longer limits still count the failed code. */
export async function refundHalfMinute(db: Db, phone: Phone, ipAddress: string): Promise<void> {
  await refund(db, allowances(phone, ipAddress).slice(0, 1))
}

function allowances({ number, dialCode }: Phone, ipAddress: string): Limit[] {
  return [
    { name: 'code/half-minute', of: { phone: number }, max: 1, perMs: RESEND_AFTER_SECONDS * SECOND },
    { name: 'code/ten-minutes', of: { phone: number }, max: 3, perMs: 10 * MINUTE },
    { name: 'code/hour', of: { phone: number }, max: 5, perMs: HOUR },
    { name: 'code/day', of: { phone: number }, max: 10, perMs: DAY },
    { name: 'code/hour', of: { network: networkOf(ipAddress) }, max: 150, perMs: HOUR },
    { name: 'code/hour', of: { numbers: `${prefixOf(number)}xxxx` }, max: 20, perMs: HOUR },
    { name: 'code/day', of: { numbers: `+${dialCode}` }, max: 500, perMs: DAY },
    { name: 'code/day', of: 'everybody', max: 3000, perMs: DAY },
  ]
}

/** A block of ten thousand neighbouring numbers, which is what fraudsters rent. */
export function prefixOf(number: string): string {
  return number.slice(0, -4)
}

/**
 * Counts one guess before it is checked: for the IP address, where `noteRightGuess` refunds it, and 50 a day for a
 * phone. After the first wrong guesses from an IP address, a solved challenge is needed: `consumeSolution` throws if
 * the request has none.
 */
export async function consumeGuess(
  db: Db,
  phone: string,
  { ipAddress, limitFactor, consumeSolution }: For & { consumeSolution: () => Promise<void> },
  now: number,
): Promise<void> {
  const limit = { ...wrongGuesses(ipAddress), max: MAX_WRONG_FROM_IP_ADDRESS * limitFactor, perMs: HOUR }
  const counted = await consumeCounted(db, limit, now)
  try {
    if (counted > WRONG_WITHOUT_SOLUTION * limitFactor) await consumeSolution()
    await consume(db, { name: 'guess/day', of: { phone }, max: 50 * limitFactor, perMs: DAY }, now)
  } catch (error) {
    // Nothing was guessed: otherwise requests without a solution would use up the limit of everybody at this IP
    // address.
    await refund(db, [wrongGuesses(ipAddress)])
    throw error
  }
}

export async function noteRightGuess(db: Db, phone: string, ipAddress: string): Promise<void> {
  await refund(db, [wrongGuesses(ipAddress)])
  await unlockPhone(db, phone)
}

/**
 * Counts failures in a row; `started_at` is the time of the last one. After a lock the count starts again at one:
 * otherwise each further failure would lock the phone again.
 */
export async function noteWrongGuess(db: Db, phone: string, now: number): Promise<void> {
  const count = sql<number>`case when ${isLock} and not ${lastsAt(now)} then 1 else limits.count + 1 end`
  await db
    .insertInto('limits')
    .values({ key: wrongInARow(phone), started_at: now, count: 1 })
    .onConflict(conflict => conflict.column('key').doUpdateSet({ count, started_at: now }))
    .execute()
}

/** After a hundred failures in a row a phone signs nobody in for a day, or until the operator unlocks it. */
export async function throwIfLocked(db: Db, phone: string, now: number): Promise<void> {
  const lock = await db
    .selectFrom('limits')
    .select('started_at')
    .where('key', '=', wrongInARow(phone))
    .where(isLock)
    .where(lastsAt(now))
    .executeTakeFirst()
  if (!lock) return
  const retryAfter = Math.ceil((lock.started_at + LOCKED_FOR_MS - now) / SECOND)
  throw new ApiError('auth/too-many-requests', { retryAfter })
}

const isLock = sql<boolean>`limits.count >= ${sql.lit(MAX_WRONG_IN_A_ROW)}`

/** Whether a lock still lasts. False, too, for a lock that a wrong clock made, because it would last too long. */
function lastsAt(now: number) {
  return sql<boolean>`limits.started_at between ${now - LOCKED_FOR_MS + 1} and ${now + CLOCKS_DIFFER_MS}`
}

export async function unlockPhone(db: Db, phone: string): Promise<void> {
  await db.deleteFrom('limits').where('key', '=', wrongInARow(phone)).execute()
}

function wrongGuesses(ipAddress: string): Counter {
  return { name: 'wrong-guess/hour', of: { network: networkOf(ipAddress) } }
}

function wrongInARow(phone: string): LimitKey {
  return limitKey({ name: 'wrong-in-a-row', of: { phone } })
}
