import type { Kysely } from 'kysely'
import { createTable } from './create-table.ts'

/** Spoken answers, and files in the storage without a row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const recordings = {
    filename: 'text!',
    uid: 'text!',
    lesson_id: 'text!',
    page_id: 'text!',
    page_number: 'integer!',
    storage_key: 'text!',
    bytes: 'integer!',
    duration_ms: 'integer!',
    sha256: 'text!',
    created_at: 'bigint!',
  }
  await createTable(db, 'recordings', recordings, ['filename'])
  await db.schema.createIndex('recordings_uid').on('recordings').columns(['uid', 'created_at']).execute()

  await createTable(db, 'stray_objects', { storage_key: 'text!', remove_at: 'bigint!' }, ['storage_key'])
  await db.schema.createIndex('stray_objects_time').on('stray_objects').column('remove_at').execute()
}
