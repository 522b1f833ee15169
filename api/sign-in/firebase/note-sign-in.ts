import { SECOND } from '../../../contract/time.ts'
import { AUDIT_LOCK, addLine } from '../../audit-log/audit-log.ts'
import type { Db } from '../../database/tables.ts'
import { transactionWithLock } from '../../database/transaction-with-lock.ts'
import type { VerifiedByFirebase } from './id-tokens.ts'

/** Google issues the first token at the moment of the sign-in. Later tokens of the session only renew it. */
const FIRST_TOKEN_MS = 10 * SECOND

/**
 * Records the sign-in of a person of the team in the audit log, once. Each process sees the first token of a session as
 * a new one, also after a restart, so the log is searched first.
 */
export async function noteSignIn(db: Db, { authUser, proven }: VerifiedByFirebase, now: number): Promise<void> {
  const { uid, sessionId, signedInAt } = authUser
  if (proven.verifiedAt - signedInAt > FIRST_TOKEN_MS || !(await isInTeam(db, uid))) return
  const details = { session: sessionId }
  await transactionWithLock(db, AUDIT_LOCK, async trx => {
    const noted = await trx
      .selectFrom('audit_log')
      .select('id')
      .where('actor_uid', '=', uid)
      .where('action', '=', 'signed-in')
      .where('details', '=', JSON.stringify(details))
      .executeTakeFirst()
    if (!noted) await addLine(trx, { uid, side: 'browser' }, { action: 'signed-in', details }, now)
  })
}

/** A blocked person still gets a token from Google, but cannot use it here. So this is no sign-in. */
async function isInTeam(db: Db, uid: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('uid')
    .where('uid', '=', uid)
    .where('team_roles', 'is not', null)
    .where('blocked_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
