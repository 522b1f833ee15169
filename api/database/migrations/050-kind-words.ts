import type { Kysely } from 'kysely'
import { createTable } from './create-table.ts'

/** A draft of a message to a silent learner, which waits in the conversation with their mentor. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'kind_words',
    { learner_uid: 'text!', made_at: 'bigint!', text: 'text!', declined: 'text', declined_at: 'bigint' },
    ['learner_uid', 'made_at'],
  )
}
