import type { Kysely } from 'kysely'

/** When a list that the day's share of texts stopped can go on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('invitation_lists').addColumn('goes_on_at', 'bigint').execute()
}
