import type { Kysely } from 'kysely'

/** Whether a withdrawn course is closed to people in the middle of it, too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('courses').addColumn('is_closed', 'integer').execute()
}
