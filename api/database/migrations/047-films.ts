import type { Kysely } from 'kysely'
import { createTable } from './create-table.ts'

/** Films that authors send in pieces, and the sizes that are made of films in the background. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'film_uploads', UPLOADS, ['id'])
  await createTable(db, 'film_jobs', JOBS, ['digest'])
}

const UPLOADS = {
  id: 'text!',
  course_id: 'text!',
  author_id: 'text!',
  bytes: 'bigint!',
  received: 'bigint!',
  digest: 'text',
  begun_at: 'bigint!',
  touched_at: 'bigint!',
}

const JOBS = {
  digest: 'text!',
  state: 'text!',
  tries: 'integer!',
  steps: 'text!',
  seconds: 'integer',
  has_sound: 'integer',
  why: 'text',
  maker: 'text',
  machine: 'text',
  pid: 'integer',
  lease_until: 'bigint',
  asked_at: 'bigint!',
  began_at: 'bigint',
  changed_at: 'bigint!',
}
