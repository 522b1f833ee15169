import { type SqlBool, sql, type Transaction } from 'kysely'
import { ApiError } from '../../contract/calls/api-error.ts'
import { errorCodes } from '../../contract/calls/error-codes.ts'
import type { Db, Tables } from '../database/tables.ts'
import { transactionWithLock } from '../database/transaction-with-lock.ts'
import { requireAnotherOwner, TEAM_LOCK } from '../team/roles.ts'

/** SQL condition: the learner is neither blocked nor leaving. Any other learner does not count as waiting. */
export const IS_PRESENT = sql<SqlBool>`(users.blocked_at is null and users.erase_at is null)`

/** Blocks a person. Open sessions end within five seconds. The only owner cannot be blocked. */
export async function blockUser(db: Db, uid: string, now: number): Promise<void> {
  await transactionWithLock(db, TEAM_LOCK, trx => block(trx, uid, null, now))
}

/** Call it in a transaction that holds `TEAM_LOCK`. The person reads the reason at the next sign-in. */
export async function block(trx: Transaction<Tables>, uid: string, reason: string | null, now: number): Promise<void> {
  await requireAnotherOwner(trx, uid)
  await trx.updateTable('users').set({ blocked_at: now, block_reason: reason }).where('uid', '=', uid).execute()
}

export async function unblockUser(db: Db, uid: string): Promise<void> {
  await db.updateTable('users').set({ blocked_at: null, block_reason: null }).where('uid', '=', uid).execute()
}

type Blocked = Pick<Tables['users'], 'blocked_at' | 'block_reason'>

/** The message has the usual sentence, then the reason on a line of its own. */
export function throwIfBlocked({ blocked_at, block_reason }: Blocked): void {
  if (blocked_at === null) return
  const [, sentence] = errorCodes['auth/login-blocked']
  throw new ApiError('auth/login-blocked', block_reason ? { message: `${sentence}\n${block_reason}` } : {})
}

/** Sets whether beta courses are shown to this person. */
export async function setBeta(db: Db, uid: string, isBeta: boolean): Promise<void> {
  await db
    .updateTable('users')
    .set({ is_beta: isBeta ? 1 : 0 })
    .where('uid', '=', uid)
    .execute()
}
