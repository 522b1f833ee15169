import type { Kysely } from 'kysely'

/** When two conversations become one, a message may have been seen that is later than one that was not. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('messages')
    .addColumn('was_seen', 'integer', seen => seen.notNull().defaultTo(0))
    .execute()
}
