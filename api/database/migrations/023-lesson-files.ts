import type { Kysely } from 'kysely'
import { createTable } from './create-table.ts'

/** The keys that sign lesson files, and the hashes of media that the files contain. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'lesson_file_keys',
    { id: 'text!', public_key: 'text!', sealed_key: 'text!', created_at: 'bigint!' },
    ['id'],
  )
  await createTable(db, 'media_hashes', { name: 'text!', bytes: 'bigint!', sha256: 'text!' }, ['name'])
}
