import type { Kysely } from 'kysely'
import { createTable } from './create-table.ts'

/** Links with which an author's own phone shows a draft. Of the token in a link only its hash is stored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'phone_links', { hash: 'text!', course_id: 'text!', expires_at: 'bigint!' }, ['hash'])
  await db.schema.createIndex('phone_links_course').on('phone_links').column('course_id').execute()
}
