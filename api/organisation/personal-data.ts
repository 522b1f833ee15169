import type { PersonalData } from '../account/personal-data/personal-data.ts'

/**
 * Lines of the audit log are never changed, not even after a merge or an erasure: each is part of the next one's hash.
 * Of a person they have only the random uid.
 */
export const auditLinesOfPerson: PersonalData = {
  name: 'auditLog',
  async collect(db, uid) {
    const rows = await db
      .selectFrom('audit_log')
      .select(['at', 'side', 'action', 'details', 'actor_uid', 'subject_uid'])
      .where(({ or, eb }) => or([eb('actor_uid', '=', uid), eb('subject_uid', '=', uid)]))
      .orderBy('id')
      .execute()
    const json = rows.map(({ at, side, action, details, actor_uid }) => ({
      at: new Date(at).toISOString(),
      side,
      action,
      details: JSON.parse(details),
      isOwnAct: actor_uid === uid,
    }))
    return { json }
  },
  async move() {},
  async erase() {
    return undefined
  },
}
