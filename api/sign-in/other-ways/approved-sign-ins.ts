import type { PersonalData } from '../../account/personal-data/personal-data.ts'
import { type Holes, prepare } from '../../database/prepare.ts'
import type { Db } from '../../database/tables.ts'
import type { AuthUser } from '../../http/bearer.ts'

/** The newest browser that somebody else let in since this one signed in; this one is not told of itself. */
export async function letInSince(db: Db, { uid, sessionId, signedInAt }: AuthUser) {
  const [newest] = await approvalsSince(db, { uid, sessionId, signedInAt })
  return newest
}

const approvalsSince = prepare(
  (db, { uid, sessionId, signedInAt }: Holes<Pick<AuthUser, 'uid' | 'sessionId' | 'signedInAt'>>) =>
    db
      .selectFrom('approved_sign_ins')
      .select(['approved_at as at', 'approved_by as by'])
      .where('uid', '=', uid)
      .where('approved_at', '>', signedInAt)
      .where(({ or, eb }) => or([eb('session_id', 'is', null), eb('session_id', '!=', sessionId)]))
      .orderBy('approved_at', 'desc')
      .limit(1),
)

/** Who let a person in, and when. */
export const approvedSignInsOfPerson: PersonalData = {
  name: 'approvedSignIns',

  async collect(db, uid) {
    const rows = await db
      .selectFrom('approved_sign_ins')
      .select(['approved_at', 'approved_by'])
      .where('uid', '=', uid)
      .orderBy('approved_at')
      .execute()
    return { json: rows.map(row => ({ at: new Date(row.approved_at).toISOString(), by: row.approved_by })) }
  },

  async move(trx, from, to) {
    await trx.updateTable('approved_sign_ins').set({ uid: to }).where('uid', '=', from).execute()
  },

  async erase(trx, uid) {
    await trx.deleteFrom('approved_sign_ins').where('uid', '=', uid).execute()
    return undefined
  },
}
