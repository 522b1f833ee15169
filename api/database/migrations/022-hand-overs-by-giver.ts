import type { Kysely } from 'kysely'

/** What a mentor handed over lately, without reading every hand-over. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('hand_overs_giver').on('hand_overs').columns(['from_responder_id', 'handed_at']).execute()
}
