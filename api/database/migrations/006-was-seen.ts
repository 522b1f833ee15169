import type { Kysely } from 'kysely'

/** When two conversations become one, a message may have been seen that is later than one that was not. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('messages')
    .addColumn('was_seen', 'integer', seen => seen.notNull().defaultTo(0))
    .execute()
  // Still, what somebody has not seen is counted in the index alone.
  await db.schema.dropIndex('messages_learner').execute()
  await db.schema
    .createIndex('messages_learner')
    .on('messages')
    .columns(['learner_uid', 'sent_at', 'author_id', 'was_seen'])
    .execute()
}
