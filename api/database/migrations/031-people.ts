import { type Kysely, PostgresAdapter, sql } from 'kysely'
import { formerSearchable } from '../../../contract/text/search-text.ts'

/**
 * Columns for the list of people, reasons for blocking, room and absence of mentors, and the act that moved a learner.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Sorted by code points in both databases, so that a page of the list begins where the one before ended.
  const collation = db.getExecutor().adapter instanceof PostgresAdapter ? sql`collate "C"` : sql``
  await sql`alter table users add column name_key text ${collation}`.execute(db)
  for (const [table, column, type] of COLUMNS) await db.schema.alterTable(table).addColumn(column, type).execute()
  await sql`update users set
    began_at = (select min(coalesce(first_at, answered_at)) from page_answers where page_answers.uid = users.uid),
    active_at = (select max(logged_at) from page_answers where page_answers.uid = users.uid)`.execute(db)
  await sql`update users set active_at = (select max(sent_at) from messages
    where messages.learner_uid = users.uid and author_id is null)
    where exists (select 1 from messages where messages.learner_uid = users.uid and author_id is null
      and messages.sent_at > coalesce(users.active_at, 0))`.execute(db)
  await foldNames(db as Kysely<Named>)
}

const COLUMNS = [
  ['users', 'began_at', 'bigint'],
  ['users', 'active_at', 'bigint'],
  ['users', 'block_reason', 'text'],
  ['responders', 'capacity', 'integer'],
  ['responders', 'away_until', 'bigint'],
  ['hand_overs', 'former_responder_id', 'integer'],
  ['hand_overs', 'move_id', 'text'],
] as const

type Named = { users: { uid: string; display_name: string | null; name_key: string | null } }

async function foldNames(db: Kysely<Named>): Promise<void> {
  const named = await db
    .selectFrom('users')
    .select(['uid', 'display_name'])
    .where('display_name', 'is not', null)
    .execute()
  for (const { uid, display_name } of named)
    await db
      .updateTable('users')
      .set({ name_key: formerSearchable(display_name ?? '') || null })
      .where('uid', '=', uid)
      .execute()
}
