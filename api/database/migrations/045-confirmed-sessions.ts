import type { Kysely } from 'kysely'

/** When the person of a session last entered a code once more, for grave acts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('confirmed_at', 'bigint').execute()
}
