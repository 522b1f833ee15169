import type { Kysely } from 'kysely'

/** The mentors that a coordinator is limited to, and those that an invited coordinator will be limited to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('users').addColumn('team_mentors', 'text').execute()
  await db.schema.alterTable('team_invitations').addColumn('mentors', 'text').execute()
}
