import type { Kysely } from 'kysely'
import { createTable } from './create-table.ts'

/** The files of each version of a course, drafts with their edits, and who wrote them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['kind', 'reason', 'author_id', 'files'])
    await db.schema.alterTable('course_versions').addColumn(column, 'text').execute()
  await db.schema.alterTable('course_versions').addColumn('from_number', 'integer').execute()
  await createTable(db, 'course_texts', { digest: 'text!', content: 'text!' }, ['digest'])
  await createTable(db, 'course_authors', { author_id: 'text!', author_uid: 'text' }, ['author_id'])
  await db.schema.createIndex('course_authors_uid').on('course_authors').column('author_uid').execute()
  await createTable(db, 'course_drafts', DRAFTS, ['course_id'])
  await createTable(db, 'draft_files', FILES, ['course_id', 'name'])
  await createTable(db, 'draft_edits', EDITS, ['course_id', 'id'])
  await db.schema.createIndex('draft_edits_revision').on('draft_edits').columns(['course_id', 'revision']).execute()
  await db.schema.createIndex('draft_edits_item').on('draft_edits').columns(['course_id', 'item']).execute()
  await db.schema.createIndex('draft_edits_author').on('draft_edits').columns(['author_id', 'made_at']).execute()
  await createTable(db, 'draft_conflicts', CONFLICTS, ['id'])
  await db.schema.createIndex('draft_conflicts_course').on('draft_conflicts').column('course_id').execute()
  await createTable(db, 'draft_places', PLACES, ['course_id', 'author_id'])
}

const DRAFTS = {
  course_id: 'text!',
  revision: 'integer!',
  base_version: 'integer',
  kind: 'text!',
  begun_at: 'bigint!',
  changed_at: 'bigint!',
  checked: 'text',
}

const FILES = { course_id: 'text!', name: 'text!', digest: 'text!', bytes: 'bigint!', content: 'text' }

const EDITS = {
  course_id: 'text!',
  id: 'text!',
  revision: 'integer',
  author_id: 'text!',
  made_at: 'bigint!',
  written_at: 'bigint!',
  change: 'text!',
  result: 'text!',
  item: 'text',
  undo: 'text',
}

const CONFLICTS = {
  id: 'text!',
  course_id: 'text!',
  path: 'text!',
  other_value: 'text',
  other_author_id: 'text!',
  other_at: 'bigint!',
  stands_author_id: 'text',
  made_at: 'bigint!',
  settled_at: 'bigint',
}

const PLACES = { course_id: 'text!', author_id: 'text!', lesson: 'text', page: 'text', seen_at: 'bigint!' }
