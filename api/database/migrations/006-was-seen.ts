import type { Kysely } from 'kysely'

/** After a merge of two conversations, a seen message may be later than an unseen one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('messages')
    .addColumn('was_seen', 'integer', seen => seen.notNull().defaultTo(0))
    .execute()
  // Counting unseen messages must still read only the index.
  await db.schema.dropIndex('messages_learner').execute()
  await db.schema
    .createIndex('messages_learner')
    .on('messages')
    .columns(['learner_uid', 'sent_at', 'author_id', 'was_seen'])
    .execute()
}
