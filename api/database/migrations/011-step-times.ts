import { type Kysely, sql } from 'kysely'
import { createTable } from './create-table.ts'

const WEEK_MS = 7 * 24 * 60 * 60 * 1000

/**
 * Stores when a learner did something, rounded to a quarter of an hour. Answers keep only the time of their last
 * change.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'step_times', { uid: 'text!', at: 'bigint!' }, ['uid', 'at'])
  await sql`insert into step_times (uid, at)
    select distinct uid, answered_at / 900000 * 900000 from page_answers
    where answered_at > ${Date.now() - WEEK_MS}`.execute(db)
}
