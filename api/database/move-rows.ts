import { sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** For a table whose primary key is the owner and one more column, `key`. */
type Rows = { table: keyof Tables; owner: string; key: string }

/** Gives the rows of one owner to another. If both have a row with the same key, only the new owner's stays. */
export async function moveRows(trx: Transaction<Tables>, rows: Rows, from: string, to: string): Promise<void> {
  const [table, owner, key] = [sql.table(rows.table), sql.ref(rows.owner), sql.ref(rows.key)]
  await sql`delete from ${table} where ${owner} = ${from}
    and ${key} in (select ${key} from ${table} where ${owner} = ${to})`.execute(trx)
  await sql`update ${table} set ${owner} = ${to} where ${owner} = ${from}`.execute(trx)
}
