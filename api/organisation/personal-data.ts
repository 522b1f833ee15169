import { accountsOfPerson } from '../account/closed-accounts.ts'
import type { PersonalData } from '../account/personal-data/personal-data.ts'
import type { Db } from '../database/tables.ts'

/**
 * Lines of the audit log never change, even after a merge or an erasure, because each is part of the next one's hash.
 * They have only the random uid.
 */
export const auditLinesOfPerson: PersonalData = {
  name: 'auditLog',
  async collect(db, uid) {
    const uids: (string | null)[] = await accountsOfPerson(db, uid)
    const rows = await db
      .selectFrom('audit_log')
      .select(['at', 'side', 'action', 'details', 'actor_uid', 'subject_uid'])
      .where(({ or, eb }) => or([eb('actor_uid', 'in', uids), eb('subject_uid', 'in', uids)]))
      .orderBy('id')
      .execute()
    const json = rows.map(({ at, side, action, details, actor_uid }) => ({
      at: new Date(at).toISOString(),
      side,
      action,
      details: JSON.parse(details),
      isOwnAct: uids.includes(actor_uid),
    }))
    return { json }
  },
  async move() {},
  async erase() {
    return undefined
  },
}

/** Rows of invitation lists with their phone number. There is no uid, because they had no account then. */
export const invitationsOfPerson: PersonalData = {
  name: 'invitedBy',
  async collect(db, uid) {
    const rows = await rowsFor(db, uid)
    const json = rows.map(({ name, invited_at }) => ({
      name,
      invitedAt: invited_at === null ? null : new Date(invited_at).toISOString(),
    }))
    return { json }
  },
  async move() {},
  async erase(trx, uid) {
    const phones = (await rowsFor(trx, uid)).map(row => row.phone_number)
    if (phones.length > 0) await trx.deleteFrom('invitation_list_rows').where('phone_number', 'in', phones).execute()
    return undefined
  },
}

function rowsFor(db: Db, uid: string) {
  return db
    .selectFrom('invitation_list_rows')
    .innerJoin('users', 'users.phone_number', 'invitation_list_rows.phone_number')
    .select(['name', 'invited_at', 'invitation_list_rows.phone_number'])
    .where('users.uid', '=', uid)
    .execute()
}
