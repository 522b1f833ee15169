import type { Transaction } from 'kysely'
import { ApiError } from '../../contract/calls/api-error.ts'
import { isPostgres, prepareMany } from '../database/many-rows.ts'
import { type Holes, prepare } from '../database/prepare.ts'
import type { Db, Tables } from '../database/tables.ts'
import { transactionWithLock } from '../database/transaction-with-lock.ts'

/** The lock for writing a person's data, and for ending their account. */
export function userLock(uid: string): string {
  return `person ${uid}`
}

/** The lock for creating an account of a known uid, and for ending one. */
export const ACCOUNTS_LOCK = 'accounts'

/**
 * Writes a person's data under their lock. Throws if their account ended during the request: the row would belong to
 * nobody.
 */
export function writeForUser<T>(db: Db, uid: string, work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
  return transactionWithLock(db, userLock(uid), async trx => {
    const [user] = await userOf(trx, { uid })
    if (!user) throw new ApiError('auth/unauthorized')
    return work(trx)
  })
}

const userOf = prepare((db, { uid }: Holes<{ uid: string }>) =>
  db.selectFrom('users').select('uid').where('uid', '=', uid),
)

/** Returns those of the uids whose row no other transaction is changing, and locks these rows. */
export async function freeUsersAmong(trx: Transaction<Tables>, uids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await freeUsersOf(
    trx,
    uids.map(uid => ({ uid })),
  )
  return new Set(rows.map(({ uid }) => uid))
}

const freeUsersOf = prepareMany({ uid: 'text' }, (db, given) => {
  const users = db.selectFrom(given).innerJoin('users', 'users.uid', 'given.uid').select('users.uid')
  return isPostgres(db) ? users.forNoKeyUpdate(['users']).skipLocked() : users
})
