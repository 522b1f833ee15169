import type { Kysely } from 'kysely'
import { createTable } from './create-table.ts'

/**
 * Text messages to silent people who agreed to them, and the code of the link by which a person ends them. A consent
 * gets its code with the first text.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'kind_texts',
    { learner_uid: 'text!', made_at: 'bigint!', language: 'text!', state: 'text!', sent_at: 'bigint' },
    ['learner_uid', 'made_at'],
  )
  await db.schema.alterTable('text_consents').addColumn('code', 'text').execute()
  await db.schema.createIndex('text_consents_code').on('text_consents').column('code').execute()
  await db.schema.createIndex('kind_texts_state').on('kind_texts').column('state').execute()
}
