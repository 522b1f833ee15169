import type { Kysely } from 'kysely'

/** The name under which learners will know an invited mentor. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('team_invitations').addColumn('name', 'text').execute()
}
