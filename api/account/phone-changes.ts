import type { Db, Tables } from '../database/tables.ts'
import { rolesIn } from '../team/roles.ts'
import type { PersonalData } from './personal-data/personal-data.ts'

export type PhoneChange = Tables['phone_changes']

/** The new phone number that was allowed for a person. */
export function phoneChangeOf(db: Db, uid: string, now: number): Promise<PhoneChange | undefined> {
  return db
    .selectFrom('phone_changes')
    .selectAll()
    .where('uid', '=', uid)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** The change that gives somebody this phone number. */
export function phoneChangeTo(db: Db, phone: string, now: number): Promise<PhoneChange | undefined> {
  return db
    .selectFrom('phone_changes')
    .selectAll()
    .where('phone_number', '=', phone)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Whether the person is a mentor or in the team. Their phone opens the data of other people, too. */
export async function hasDuties(
  db: Db,
  { phone_number, team_roles }: Pick<Tables['users'], 'phone_number' | 'team_roles'>,
): Promise<boolean> {
  return rolesIn(team_roles).length > 0 || (phone_number !== null && (await isMentorPhone(db, phone_number)))
}

export async function isMentorPhone(db: Db, phone: string): Promise<boolean> {
  const row = await db.selectFrom('responders').select('id').where('phone_number', '=', phone).executeTakeFirst()
  return row !== undefined
}

/**
 * Whether nobody would miss this account: no progress, message, recording or course, no duty, and no other way to sign
 * in. A blocked account never counts as unused.
 */
export async function isUnused(db: Db, user: Tables['users']): Promise<boolean> {
  const { uid, email, blocked_at, began_at, active_at } = user
  if (email !== null || blocked_at !== null || began_at != null || active_at != null) return false
  if (await hasDuties(db, user)) return false
  const written = await Promise.all([
    db.selectFrom('page_answers').select('uid').where('uid', '=', uid).executeTakeFirst(),
    db.selectFrom('completed_lessons').select('uid').where('uid', '=', uid).executeTakeFirst(),
    db.selectFrom('recordings').select('uid').where('uid', '=', uid).executeTakeFirst(),
    db.selectFrom('messages').select('learner_uid').where('learner_uid', '=', uid).executeTakeFirst(),
    db.selectFrom('course_authors').select('author_uid').where('author_uid', '=', uid).executeTakeFirst(),
  ])
  return written.every(row => row === undefined)
}

export async function deleteExpiredPhoneChanges(db: Db, now: number): Promise<void> {
  await db.deleteFrom('phone_changes').where('expires_at', '<=', now).execute()
}

export const phoneChangesOfPerson: PersonalData = {
  name: 'newPhoneNumber',

  async collect(db, uid) {
    const row = await db.selectFrom('phone_changes').selectAll().where('uid', '=', uid).executeTakeFirst()
    if (!row) return { json: null }
    const { phone_number: phoneNumber, allowed_at, expires_at } = row
    const [allowedAt, until] = [allowed_at, expires_at].map(time => new Date(time).toISOString())
    return { json: { phoneNumber, allowedAt, until } }
  },

  async move(trx, from, to) {
    await trx.deleteFrom('phone_changes').where('uid', '=', to).execute()
    await trx.updateTable('phone_changes').set({ uid: to }).where('uid', '=', from).execute()
  },

  async erase(trx, uid) {
    await trx.deleteFrom('phone_changes').where('uid', '=', uid).execute()
    return undefined
  },
}
