import type { Kysely } from 'kysely'

/** An index for the recent hand-overs of a mentor, so that not every hand-over is read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('hand_overs_giver').on('hand_overs').columns(['from_responder_id', 'handed_at']).execute()
}
