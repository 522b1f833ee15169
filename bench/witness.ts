import { sql } from 'kysely'
import type { Db } from '../api/database/tables.ts'
import type { Stored } from './journal.ts'

/** Has the database itself write down every answer that is put into a page, in the transaction that does it. */
export async function installWitness(db: Db, isPostgres: boolean): Promise<void> {
  await sql`create table witness (answer text)`.execute(db)
  for (const statement of isPostgres ? POSTGRES : SQLITE) await sql.raw(statement).execute(db)
}

const SQLITE = ['insert', 'update'].map(
  change =>
    `create trigger witness_${change} after ${change} on page_answers begin insert into witness values (new.answer); end`,
)

const POSTGRES = [
  `create function witnessed() returns trigger language plpgsql as
   $$ begin insert into witness values (new.answer); return new; end $$`,
  'create trigger witness_all after insert or update on page_answers for each row execute function witnessed()',
]

export async function readStored(db: Db): Promise<Stored> {
  const witnessed = await sql<{ answer: string; count: number }>`
    select answer, count(*) as count from witness group by answer`.execute(db)
  const keys = await db.selectFrom('idempotency_keys').select('key').execute()
  const answers = await db.selectFrom('page_answers').select(['uid', 'lesson_id', 'page_id', 'answer']).execute()
  const byPlace = Map.groupBy(answers, row => `${row.uid} ${row.lesson_id} ${row.page_id}`)
  return {
    writes: new Map(witnessed.rows.map(({ answer, count }) => [JSON.parse(answer), Number(count)])),
    keys: keys.map(({ key }) => key),
    standing: new Map([...byPlace].map(([place, rows]) => [place, rows.map(row => JSON.parse(row.answer ?? 'null'))])),
  }
}
