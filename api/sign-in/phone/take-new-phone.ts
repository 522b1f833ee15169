import type { Transaction } from 'kysely'
import { hasDuties, isUnused, phoneChangeTo } from '../../account/phone-changes.ts'
import type { Identifiers } from '../../account/users.ts'
import { ACCOUNTS_LOCK, userLock } from '../../account/write-for-user.ts'
import { AUDIT_LOCK, addLine } from '../../audit-log/audit-log.ts'
import type { Db, Tables } from '../../database/tables.ts'
import { MENTORS_LOCK } from '../../mentors/mentors.ts'
import { TEAM_LOCK } from '../../team/roles.ts'
import { signOutEverywhere } from '../sessions/sessions.ts'

type User = Tables['users']

/** `user` gets the number. `unused` is an empty account that has had the number until now. */
export type NewPhone = { user: User; unused: User | undefined }

/** Who gets this phone number, because the team allowed it; undefined if the number opens its own account. */
export async function newPhoneFor(db: Db, phone: string, now: number): Promise<NewPhone | undefined> {
  const change = await phoneChangeTo(db, phone, now)
  if (!change) return undefined
  const user = await db.selectFrom('users').selectAll().where('uid', '=', change.uid).executeTakeFirst()
  if (!user?.phone_number || user.phone_number === phone || (await hasDuties(db, user))) return undefined
  const unused = await db.selectFrom('users').selectAll().where('phone_number', '=', phone).executeTakeFirst()
  if (unused && !(await isUnused(db, unused))) return undefined
  return { user, unused }
}

export function locksOfNewPhone(taken: NewPhone | undefined): string[] {
  if (!taken) return []
  const uids = [taken.user.uid, ...(taken.unused ? [taken.unused.uid] : [])]
  return [ACCOUNTS_LOCK, AUDIT_LOCK, MENTORS_LOCK, TEAM_LOCK, ...uids.map(userLock)]
}

/**
 * Gives the number to the account and ends its sessions. The hourly work erases the empty account that had it. Call it
 * in a transaction that holds `locksOfNewPhone`.
 */
export async function takeNewPhone(
  trx: Transaction<Tables>,
  { user, unused }: NewPhone,
  { phone, now }: { phone: string; now: number },
): Promise<Identifiers> {
  if (unused) {
    await trx
      .updateTable('users')
      .set({ phone_number: null, phone_since: null, erase_at: now })
      .where('uid', '=', unused.uid)
      .execute()
    await signOutEverywhere(trx, unused.uid, now)
  }
  // Only sessions that begin after this sign-out are live, and the new session begins now.
  await signOutEverywhere(trx, user.uid, now - 1)
  await trx.updateTable('users').set({ phone_number: phone, phone_since: now }).where('uid', '=', user.uid).execute()
  await trx.deleteFrom('phone_changes').where('uid', '=', user.uid).execute()
  await addLine(trx, { uid: user.uid, side: 'browser' }, { action: 'phone-changed', subjectUid: user.uid }, now)
  return { uid: user.uid, phoneNumber: phone, email: user.email }
}
