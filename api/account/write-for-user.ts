import type { Transaction } from 'kysely'
import { ApiError } from '../../contract/calls/api-error.ts'
import type { Db, Tables } from '../database/tables.ts'
import { transactionWithLock } from '../database/transaction-with-lock.ts'

/** Held by whoever writes what is kept of a person, and by whoever ends their account. */
export function userLock(uid: string): string {
  return `person ${uid}`
}

/** Held by whoever makes an account of a known uid, and by whoever ends one. */
export const ACCOUNTS_LOCK = 'accounts'

/**
 * Writes what is kept of a person. Refuses when their account ended while the request was under way: a row written
 * under its uid now would be nobody's.
 */
export function writeForUser<T>(db: Db, uid: string, work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
  return transactionWithLock(db, userLock(uid), async trx => {
    const user = await trx.selectFrom('users').select('uid').where('uid', '=', uid).executeTakeFirst()
    if (!user) throw new ApiError('auth/unauthorized')
    return work(trx)
  })
}
