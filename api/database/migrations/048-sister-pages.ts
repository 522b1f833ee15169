import type { Kysely } from 'kysely'
import { createTable } from './create-table.ts'

/** Which pages of a course were looked at beside their twins in the other language. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'sister_pages', PAGES, ['course_id', 'page'])
}

const PAGES = { course_id: 'text!', page: 'text!', other_digest: 'text!', looked_at: 'bigint!' }
