import type { Kysely } from 'kysely'
import { createTable } from './create-table.ts'

/** Each conversation has its own pause between notifications, so that one waiting learner does not hide another. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The rows can go: each was valid for two minutes.
  await db.schema.dropTable('push_told').execute()
  await createTable(db, 'push_told', TOLD, ['uid', 'learner_uid'])
}

const TOLD = { uid: 'text!', learner_uid: 'text!', told_at: 'bigint!' }
