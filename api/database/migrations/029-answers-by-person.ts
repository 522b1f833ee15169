import type { Kysely } from 'kysely'

/** For the overview of the reports, which reads the pages person by person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('page_answers_person')
    .on('page_answers')
    .columns(['uid', 'lesson_id', 'first_at'])
    .execute()
}
