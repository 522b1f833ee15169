import type { Transaction } from 'kysely'
import { ERASE_AFTER_DAYS } from '../../../contract/account.ts'
import { ApiError } from '../../../contract/calls/api-error.ts'
import { DAY } from '../../../contract/time.ts'
import { eraseKeys } from '../../database/idempotent.ts'
import type { Db, Tables } from '../../database/tables.ts'
import { transactionWithLock } from '../../database/transaction-with-lock.ts'
import { deleteLimitsOf } from '../../http/limit-key.ts'
import type { AccountsAtProvider } from '../../identity/provider.ts'
import { MENTORS_LOCK } from '../../mentors/mentors.ts'
import { requireAnotherOwner, TEAM_LOCK } from '../../team/roles.ts'
import { closeAccount } from '../closed-accounts.ts'
import { ACCOUNTS_LOCK, userLock } from '../write-for-user.ts'
import type { PersonalData } from './personal-data.ts'

type Options = { personalDataSources: readonly PersonalData[]; accounts: AccountsAtProvider; now: number }

/**
 * Schedules the erasure of an account and returns its time. A repeated request does not postpone it. The only owner
 * must stay.
 */
export async function eraseLater(db: Db, uid: string, now: number): Promise<number> {
  return transactionWithLock(db, TEAM_LOCK, async trx => {
    await requireAnotherOwner(trx, uid)
    const row = await trx
      .updateTable('users')
      .set(({ fn, ref, val }) => ({ erase_at: fn.coalesce(ref('erase_at'), val(now + ERASE_AFTER_DAYS * DAY)) }))
      .where('uid', '=', uid)
      .returning('erase_at')
      .executeTakeFirst()
    if (!row?.erase_at) throw new ApiError('auth/unauthorized')
    return row.erase_at
  })
}

/** Throws if it is too late. */
export async function cancelErasure(db: Db, uid: string): Promise<void> {
  const row = await db
    .updateTable('users')
    .set({ erase_at: null })
    .where('uid', '=', uid)
    .returning('uid')
    .executeTakeFirst()
  if (!row) throw new ApiError('auth/unauthorized')
}

/** Erases every account that is due. If one fails, the others are erased all the same. */
export async function eraseDue(db: Db, options: Options, failed: (error: Error) => void): Promise<void> {
  const due = await db.selectFrom('users').select('uid').where('erase_at', '<=', options.now).execute()
  for (const { uid } of due) await eraseAccount(db, uid, options).catch(failed)
}

export async function eraseNow(db: Db, uid: string, options: Options): Promise<void> {
  await db.updateTable('users').set({ erase_at: options.now }).where('uid', '=', uid).execute()
  await eraseAccount(db, uid, options)
}

/** Erases the rows in one transaction, then the files. */
async function eraseAccount(db: Db, uid: string, { personalDataSources, accounts, now }: Options): Promise<void> {
  // Without the lock of the mentors, a hand-over at the same time could insert its row, with a note, after the erasure.
  const locks = [ACCOUNTS_LOCK, MENTORS_LOCK, TEAM_LOCK, userLock(uid)]
  const removers = await transactionWithLock(db, locks, async trx => {
    await requireAnotherOwner(trx, uid)
    const person = await takeRecord(trx, uid, now)
    // The person has just cancelled the erasure, or another process has done it.
    if (!person) return []
    const removers = []
    for (const source of personalDataSources) removers.push(await source.erase(trx, uid, person.phone_number))
    await removeTraces(trx, person)
    await closeAccount(trx, uid, { mergedInto: null, now })
    await accounts.remove(trx, uid)
    return removers
  })
  accounts.evictTokensOf(uid)
  for (const remove of removers) await remove?.()
}

type Person = Pick<Tables['users'], 'uid' | 'phone_number' | 'email'>

function takeRecord(trx: Transaction<Tables>, uid: string, now: number): Promise<Person | undefined> {
  return trx
    .deleteFrom('users')
    .where('uid', '=', uid)
    .where('erase_at', '<=', now)
    .returning(['uid', 'phone_number', 'email'])
    .executeTakeFirst()
}

/** Deletes rows whose keys name the phone, the e-mail address or the uid: limits, for example. */
async function removeTraces(trx: Transaction<Tables>, { uid, phone_number, email }: Person): Promise<void> {
  await eraseKeys(trx, uid)
  if (phone_number !== null) {
    await trx.deleteFrom('verifications').where('phone', '=', phone_number).execute()
    await trx.deleteFrom('sign_in_requests').where('phone', '=', phone_number).execute()
  }
  for (const name of [uid, phone_number, email]) {
    if (name !== null) await deleteLimitsOf(trx, name)
  }
}
