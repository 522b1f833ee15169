import type { Kysely } from 'kysely'

/** For reports: who came how far in a lesson, and who learned on which days. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('page_answers_lesson')
    .on('page_answers')
    .columns(['lesson_id', 'uid', 'page_id', 'first_at'])
    .execute()
  await db.schema.createIndex('page_answers_first').on('page_answers').columns(['first_at', 'uid']).execute()
}
