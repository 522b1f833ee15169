import { type Kysely, sql } from 'kysely'
import { createTable } from './create-table.ts'

/**
 * Learners who want no more kind words. So far only one who had got a draft could say so, and it stood on the draft.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'kind_words_ended', { learner_uid: 'text!', ended_at: 'bigint!' }, ['learner_uid'])
  await sql`insert into kind_words_ended (learner_uid, ended_at)
    select learner_uid, min(declined_at) from kind_words where declined = 'no-more' group by learner_uid`.execute(db)
  await sql`update kind_words set declined = 'not-now' where declined = 'no-more'`.execute(db)
}
