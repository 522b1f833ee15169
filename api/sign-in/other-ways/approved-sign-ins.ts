import type { PersonalData } from '../../account/personal-data/personal-data.ts'
import { prepareJoined } from '../../database/groups/joined-queries.ts'
import type { Db } from '../../database/tables.ts'
import type { AuthUser } from '../../http/bearer.ts'

/** The newest approval of another browser since this browser signed in: its time, and who approved it. */
export async function approvedSignInSince(db: Db, { uid, sessionId, signedInAt }: AuthUser) {
  const [newest] = await approvalsSince(db, { uid, sessionId, signedInAt })
  return newest && { at: newest.at, by: newest.by }
}

const approvalsSince = prepareJoined({ uid: 'text', sessionId: 'text', signedInAt: 'bigint' }, (db, given) =>
  db
    .selectFrom(given)
    .innerJoin('approved_sign_ins as approved', join =>
      join.onRef('approved.uid', '=', 'given.uid').onRef('approved.approved_at', '>', 'given.signedInAt'),
    )
    .select(['approved.approved_at as at', 'approved.approved_by as by', 'given.n'])
    .where(({ or, eb, ref }) =>
      or([eb('approved.session_id', 'is', null), eb('approved.session_id', '!=', ref('given.sessionId'))]),
    )
    .orderBy('approved.approved_at', 'desc'),
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
