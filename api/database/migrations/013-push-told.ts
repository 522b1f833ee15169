import type { Kysely } from 'kysely'
import { createTable } from './create-table.ts'

/** Each conversation has its own pause between notices: a learner who waits is not hidden by another. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // What stood there was for two minutes.
  await db.schema.dropTable('push_told').execute()
  await createTable(db, 'push_told', TOLD, ['uid', 'learner_uid'])
}

const TOLD = { uid: 'text!', learner_uid: 'text!', told_at: 'bigint!' }
