import { sql } from 'kysely'
import { ApiError } from '../../../../contract/calls/api-error.ts'
import { DAY, MINUTE, SECOND } from '../../../../contract/time.ts'
import type { Db } from '../../../database/tables.ts'
import { transactionWithLock } from '../../../database/transaction-with-lock.ts'
import { consume, type Limit } from '../../../http/limits.ts'

const PER_MINUTE = 10
const PER_DAY = 200
const BYTES_PER_DAY = 300 * 1024 * 1024

type Options = { now: number; limitFactor: number }

/** Counts an upload, whether it succeeds or not. */
export function consumeUpload(db: Db, uid: string, { now, limitFactor }: Options): Promise<void> {
  const limit: Limit = { name: 'saveAudio', of: { uid }, max: PER_MINUTE * limitFactor, perMs: MINUTE }
  // Joins the group commit: many recordings that begin together wait for the disk once.
  return transactionWithLock(db, [], trx => consume(trx, limit, now))
}

/** Throws if the recordings of a day are used up. An interrupted upload does not count. */
export async function throwIfDayFull(db: Db, uid: string, { now, limitFactor }: Options): Promise<void> {
  const stored = await db
    .selectFrom('recordings')
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('created_at').as('first')])
    .select(sql`cast(coalesce(sum(bytes), 0) as bigint)`.as('bytes'))
    .where('uid', '=', uid)
    .where('created_at', '>', now - DAY)
    .executeTakeFirstOrThrow()
  const isFull = Number(stored.count) >= PER_DAY * limitFactor || Number(stored.bytes) >= BYTES_PER_DAY * limitFactor
  if (!isFull) return
  throw new ApiError('auth/quota-exceeded', { retryAfter: Math.ceil((Number(stored.first) + DAY - now) / SECOND) })
}
