import type { Kysely } from 'kysely'

/** A mentor's note to the colleague who gets their learner. Only mentors read it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('hand_overs').addColumn('from_responder_id', 'integer').execute()
  await db.schema.alterTable('hand_overs').addColumn('note', 'text').execute()
}
