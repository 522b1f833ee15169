import type { Kysely } from 'kysely'
import { createTable } from './create-table.ts'

/** Authors who ask somebody else to publish, and what was answered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'publish_requests', REQUESTS, ['course_id'])
}

const REQUESTS = {
  course_id: 'text!',
  author_id: 'text!',
  audience: 'text!',
  reason: 'text',
  revision: 'integer!',
  base_version: 'integer',
  asked_at: 'bigint!',
  outcome: 'text',
  answered_at: 'bigint',
  answered_by: 'text',
  why: 'text',
}
