import type { Kysely } from 'kysely'

/** When a list that stopped at the day's limit of texts can go on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('invitation_lists').addColumn('goes_on_at', 'bigint').execute()
}
