import { sql } from 'kysely'
import type { Db } from '../../api/database/tables.ts'

/** A trigger records every value that is written to a column, in the same transaction. */
export async function installWitness(
  db: Db,
  isPostgres: boolean,
  { table, column }: { table: string; column: string },
): Promise<void> {
  await sql`create table witness (value text)`.execute(db)
  const statements = isPostgres ? inPostgres(table, column) : inSqlite(table, column)
  for (const statement of statements) await sql.raw(statement).execute(db)
}

function inSqlite(table: string, column: string): string[] {
  return ['insert', 'update'].map(
    change =>
      `create trigger witness_${change} after ${change} on ${table} begin insert into witness values (new.${column}); end`,
  )
}

function inPostgres(table: string, column: string): string[] {
  return [
    `create function witnessed() returns trigger language plpgsql as
     $$ begin insert into witness values (new.${column}); return new; end $$`,
    `create trigger witness_all after insert or update on ${table} for each row execute function witnessed()`,
  ]
}

/** Counts how often each value was written. */
export async function readWitness(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ value: string; count: number }>`
    select value, count(*) as count from witness group by value`.execute(db)
  return new Map(rows.map(({ value, count }) => [value, Number(count)]))
}
