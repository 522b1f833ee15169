import { type Kysely, sql } from 'kysely'

/**
 * The first pick of a question with a right answer and the tries until it, and when a page was first given. `answer`
 * has only the last answer, which is the right one on such a page.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [column, type] of COLUMNS) await db.schema.alterTable('page_answers').addColumn(column, type).execute()
  await sql`update page_answers set first_at = case when answered_at < logged_at then answered_at else logged_at end`.execute(
    db,
  )
}

const COLUMNS = [
  ['first_answer', 'text'],
  ['tries', 'integer'],
  ['first_at', 'bigint'],
] as const
