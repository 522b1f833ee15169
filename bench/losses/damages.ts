import { sql } from 'kysely'
import type { Db } from '../../api/database/tables.ts'

/** Counts the damages in the database's own files. The database itself checks its files. */
export function countDamages(db: Db, isPostgres: boolean): Promise<number> {
  return isPostgres ? inPostgres(db) : inSqlite(db)
}

/** SQLite says 'ok', or one line for each damage. */
async function inSqlite(db: Db): Promise<number> {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
  return rows.filter(row => row.integrity_check !== 'ok').length
}

/** Checks like pg_amcheck: one row for each damage of a table, and an error if an index lacks a row. */
async function inPostgres(db: Db): Promise<number> {
  await sql`create extension if not exists amcheck`.execute(db)
  const { rows } = await sql<{ msg: string }>`
    select msg from pg_class, verify_heapam(oid) where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(
    db,
  )
  await sql`select bt_index_check(indexrelid, true) from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = 'public'::regnamespace`.execute(db)
  return rows.length
}
