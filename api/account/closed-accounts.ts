import type { Transaction } from 'kysely'
import { DAY } from '../../contract/time.ts'
import type { Db, Tables } from '../database/tables.ts'

/** Longer than any token or any browser's memory of an account that is gone. */
const KEPT_MS = 400 * DAY

/** What became of an account that ended; undefined for one that did not. */
export async function closedAccount(db: Db, uid: string): Promise<{ mergedInto: string | null } | undefined> {
  return db.selectFrom('closed_accounts').select('merged_into as mergedInto').where('uid', '=', uid).executeTakeFirst()
}

/** Accounts that this one took in. */
export async function formerUidsOf(db: Db, uid: string): Promise<string[]> {
  const rows = await db
    .selectFrom('closed_accounts')
    .select('uid')
    .where('merged_into', '=', uid)
    .orderBy('closed_at')
    .orderBy('uid')
    .execute()
  return rows.map(row => row.uid)
}

/** Remembers that `uid` ended, and where it went. Whatever it took in before goes the same way. */
export async function closeAccount(
  trx: Transaction<Tables>,
  uid: string,
  { mergedInto, now }: { mergedInto: string | null; now: number },
): Promise<void> {
  await trx
    .updateTable('closed_accounts')
    .set({ merged_into: mergedInto, ...(mergedInto === null ? { closed_at: now } : {}) })
    .where('merged_into', '=', uid)
    .execute()
  await trx.insertInto('closed_accounts').values({ uid, merged_into: mergedInto, closed_at: now }).execute()
}

/** Those that were merged stay: some browser may have kept an answer under the old uid. */
export async function deleteExpiredClosedAccounts(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('closed_accounts')
    .where('merged_into', 'is', null)
    .where('closed_at', '<', now - KEPT_MS)
    .execute()
}
