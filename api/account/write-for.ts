import type { Transaction } from 'kysely'
import { Refusal } from '../../contract/calls/api-error.ts'
import { serially } from '../database/serially.ts'
import type { Db, Tables } from '../database/tables.ts'

/** Held by whoever writes what is kept of a person, and by whoever ends their account. */
export function lockOf(uid: string): string {
  return `person ${uid}`
}

/** Held by whoever makes an account of a known uid, and by whoever ends one. */
export const ACCOUNTS_LOCK = 'accounts'

/**
 * Writes what is kept of a person. Refuses when their account ended while the request was under way: a row written
 * under its uid now would be nobody's.
 */
export function writeFor<T>(db: Db, uid: string, work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
  return serially(db, lockOf(uid), async trx => {
    const user = await trx.selectFrom('users').select('uid').where('uid', '=', uid).executeTakeFirst()
    if (!user) throw new Refusal('auth/unauthorized')
    return work(trx)
  })
}
