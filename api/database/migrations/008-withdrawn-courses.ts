import type { Kysely } from 'kysely'

/** A course that learners no longer see, until it is published again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('courses').addColumn('withdrawn_at', 'bigint').execute()
}
