import { accountsOfPerson } from '../account/closed-accounts.ts'
import type { PersonalData } from '../account/personal-data/personal-data.ts'

/**
 * Lines of the audit log never change, even after a merge or an erasure, because each is part of the next one's hash.
 * They name a person only by the random uid.
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

/** Rows of invitation lists and team invitations have the phone number of a person, but no uid. */
export const invitationsOfPerson: PersonalData = {
  name: 'invitedBy',
  async collect(db, uid) {
    const byList = await db
      .selectFrom('invitation_list_rows')
      .innerJoin('users', 'users.phone_number', 'invitation_list_rows.phone_number')
      .select(['name', 'invited_at'])
      .where('users.uid', '=', uid)
      .execute()
    const toTeam = await db
      .selectFrom('team_invitations')
      .innerJoin('users', 'users.phone_number', 'team_invitations.phone_number')
      .select(['name', 'role', 'team_invitations.created_at', 'expires_at'])
      .where('users.uid', '=', uid)
      .execute()
    const json = [
      ...byList.map(({ name, invited_at }) => ({
        name,
        invitedAt: invited_at === null ? null : new Date(invited_at).toISOString(),
      })),
      ...toTeam.map(({ name, role, created_at, expires_at }) => ({
        name,
        role,
        invitedAt: new Date(created_at).toISOString(),
        expiresAt: new Date(expires_at).toISOString(),
      })),
    ]
    return { json }
  },
  async move() {},
  async erase(trx, _, phoneNumber) {
    if (phoneNumber === null) return undefined
    for (const table of ['invitation_list_rows', 'team_invitations'] as const)
      await trx.deleteFrom(table).where('phone_number', '=', phoneNumber).execute()
    return undefined
  },
}
