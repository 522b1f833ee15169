import { randomInt } from 'node:crypto'
import type { User } from '../../contract/account.ts'
import { ApiError } from '../../contract/calls/api-error.ts'
import { searchable } from '../../contract/text/search-text.ts'
import { MINUTE } from '../../contract/time.ts'
import type { Db } from '../database/tables.ts'
import { transactionWithLock } from '../database/transaction-with-lock.ts'
import type { AuthUser } from '../http/bearer.ts'
import { consume } from '../http/limits.ts'
import { isInvitationOver } from '../mentors/invitations.ts'
import { assignMentor, type MentorWish } from '../mentors/mentors.ts'
import { closedAccount } from './closed-accounts.ts'
import { cleanName } from './display-name.ts'
import { phoneChangeTo } from './phone-changes.ts'
import { userIfAny, userOf } from './user-record.ts'
import { ACCOUNTS_LOCK } from './write-for-user.ts'

const NAMES_PER_MINUTE = 10

/** A phone is E.164, an e-mail address in lower case. */
export type Identifiers = { uid: string; phoneNumber: string | null; email: string | null }

/** The only fields that a person may set. */
export type UserFields = MentorWish & { displayName?: unknown }

/**
 * Creates or updates the user's own record. `responderId` and `invitationCode` are wishes and count only while no
 * mentor is assigned. `isNews`: the mentor's screen has to be notified.
 */
export async function saveUser(
  db: Db,
  authUser: AuthUser,
  draft: UserFields,
  now: number,
): Promise<{ user: User; isNews: boolean }> {
  const { uid } = authUser
  const before = (await userIfAny(db, uid, now)) ?? (await makeUser(db, authUser, now))
  if (before.responder_id === null) await assignMentor(db, uid, draft, now)
  const isRenamed = await renameUser(db, uid, draft.displayName)
  const user = before.responder_id === null || isRenamed ? await userOf(db, uid, now) : before
  const { invitationCode: code } = draft
  if (code !== undefined && (await isInvitationOver(db, uid, code, now))) user.isInvitationOver = true
  return { user, isNews: user.displayName !== before.displayName || user.responder_id !== before.responder_id }
}

/** An empty or invisible name changes nothing. Returns whether it was set. */
export async function renameUser(db: Db, uid: string, displayName: unknown): Promise<boolean> {
  const name = typeof displayName === 'string' ? cleanName(displayName) : ''
  if (name === '') return false
  await db.updateTable('users').set(nameColumns(name)).where('uid', '=', uid).execute()
  return true
}

/** Counts one change of a person's own name. The two calls that change it share this limit. */
export async function consumeNameChange(db: Db, uid: string, limitFactor: number, now: number): Promise<void> {
  const max = NAMES_PER_MINUTE * limitFactor
  await consume(db, { name: 'changeName', of: { uid }, max, perMs: MINUTE }, now)
}

/** The columns of a name: as it is shown, and folded for searching and sorting. */
function nameColumns(name: string | null) {
  return { display_name: name, name_key: (name && searchable(name)) || null }
}

/** Whether a code to this phone opens an account that is there already. */
export async function hasAccountFor(db: Db, phone: string, now: number): Promise<boolean> {
  const row = await db.selectFrom('users').select('uid').where('phone_number', '=', phone).executeTakeFirst()
  return row !== undefined || (await phoneChangeTo(db, phone, now)) !== undefined
}

/** The user of a phone whose code was right; a new one if there is none. */
export async function ensureUserOfPhone(
  db: Db,
  phone: string,
  now: number,
): Promise<Identifiers & { signedOutAt: number | null }> {
  await insertUser(db, { uid: newUid(), phoneNumber: phone, email: null }, now)
  return db
    .selectFrom('users')
    .select(['uid', 'phone_number as phoneNumber', 'email', 'signed_out_at as signedOutAt'])
    .where('phone_number', '=', phone)
    .executeTakeFirstOrThrow()
}

/** Sets the name, or removes it if nothing of the new one is visible. Returns what is stored. */
export async function changeName(db: Db, uid: string, written: string): Promise<string | null> {
  const row = await db
    .updateTable('users')
    .set(nameColumns(cleanName(written) || null))
    .where('uid', '=', uid)
    .returning('display_name')
    .executeTakeFirst()
  // The account ended during the request.
  if (!row) throw new ApiError('auth/unauthorized')
  return row.display_name
}

export async function isBeta(db: Db, uid: string): Promise<boolean> {
  const row = await db.selectFrom('users').select('is_beta').where('uid', '=', uid).executeTakeFirst()
  return row?.is_beta === 1
}

async function makeUser(db: Db, authUser: AuthUser, now: number): Promise<User> {
  return transactionWithLock(db, ACCOUNTS_LOCK, async trx => {
    // A token is valid a moment longer than its account, and must not create it again.
    if (await closedAccount(trx, authUser.uid)) throw new ApiError('auth/unauthorized')
    await insertUser(trx, authUser, now)
    const made = await userIfAny(trx, authUser.uid, now)
    if (!made) throw new ApiError('auth/credential-already-in-use')
    return made
  })
}

/** Does nothing if the uid or the phone exists: of several requests at once, one inserts the row. */
export async function insertUser(
  db: Db,
  { uid, phoneNumber, email, displayName = null }: Identifiers & { displayName?: string | null },
  now: number,
): Promise<void> {
  await db
    .insertInto('users')
    .values({
      uid,
      phone_number: phoneNumber,
      email,
      ...nameColumns(displayName),
      is_beta: 0,
      responder_id: null,
      created_at: now,
      phone_since: phoneNumber === null ? null : now,
      email_since: email === null ? null : now,
      email_proved_at: null,
      blocked_at: null,
      signed_out_at: null,
      erase_at: null,
    })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

const UID_LENGTH = 28
const UID_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** No dashes: they separate the parts of a recording's file name. */
export function newUid(): string {
  return Array.from({ length: UID_LENGTH }, () => UID_LETTERS[randomInt(UID_LETTERS.length)]).join('')
}
