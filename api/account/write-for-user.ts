import type { Transaction } from 'kysely'
import { ApiError } from '../../contract/calls/api-error.ts'
import type { Db, Tables } from '../database/tables.ts'
import { transactionWithLock } from '../database/transaction-with-lock.ts'

/** The lock of one person: held while their data is written and while their account ends. */
export function userLock(uid: string): string {
  return `person ${uid}`
}

/** Held while an account with a known uid is made, and while one ends. */
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
