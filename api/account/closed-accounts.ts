import type { Transaction } from 'kysely'
import { DAY } from '../../contract/time.ts'
import { rowsAsJson } from '../database/many-rows.ts'
import { type Hole, type Holes, prepare } from '../database/prepare.ts'
import type { Db, Tables } from '../database/tables.ts'

/** After this time every token of the account has expired, and browsers have deleted its unsent answers. */
const KEPT_MS = 400 * DAY

/** Says how an account ended, by erasure or merge; undefined if it has not ended. */
export async function closedAccount(db: Db, uid: string): Promise<{ mergedInto: string | null } | undefined> {
  return db.selectFrom('closed_accounts').select('merged_into as mergedInto').where('uid', '=', uid).executeTakeFirst()
}

/** Maps the uid of an ended account to the account that took it over, or to null if the account was erased. */
export async function presentUidsOf(db: Db, uids: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
  if (uids.length === 0) return new Map()
  const rows = await db.selectFrom('closed_accounts').select(['uid', 'merged_into']).where('uid', 'in', uids).execute()
  return new Map(rows.map(({ uid, merged_into }) => [uid, merged_into]))
}

/** All accounts of the person who has this account, or had it before a merge. The present account is first. */
export async function accountsOfPerson(db: Db, uid: string): Promise<string[]> {
  const present = (await closedAccount(db, uid))?.mergedInto ?? uid
  return [present, ...(await formerUidsOf(db, present))]
}

/** Accounts that were merged into this one. */
export async function formerUidsOf(db: Db, uid: string): Promise<string[]> {
  const [row] = await formerUidsAsJson(db, { uid })
  return uidsIn(row?.uids ?? null)
}

const formerUidsAsJson = prepare((db, { uid }: Holes<{ uid: string }>) => formerUids(db, uid))

/** Selects the accounts that were merged into this one, as one text for `uidsIn`. */
export function formerUids(db: Db, uid: Hole<string>) {
  const merged = db.selectFrom('closed_accounts').select('uid').where('merged_into', '=', uid)
  return db
    .selectFrom(merged.orderBy('closed_at').orderBy('uid').as('former'))
    .select(rowsAsJson(db, ['former.uid']).as('uids'))
}

export function uidsIn(json: string | null): string[] {
  return (JSON.parse(json ?? '[]') as [string][]).flat()
}

/**
 * Records that `uid` ended, and into which account it was merged. The accounts that were merged into `uid` earlier get
 * the same target.
 */
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

/** Merged accounts stay: a browser may still hold an answer under the old uid. */
export async function deleteExpiredClosedAccounts(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('closed_accounts')
    .where('merged_into', 'is', null)
    .where('closed_at', '<', now - KEPT_MS)
    .execute()
}
