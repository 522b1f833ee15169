import type { Kysely } from 'kysely'

/** Answers by voice, and what of them is in the storage without a row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('recordings')
    .addColumn('filename', 'text', column => column.notNull())
    .addColumn('uid', 'text', column => column.notNull())
    .addColumn('lesson_id', 'text', column => column.notNull())
    .addColumn('page_id', 'text', column => column.notNull())
    .addColumn('page_number', 'integer', column => column.notNull())
    .addColumn('storage_key', 'text', column => column.notNull())
    .addColumn('bytes', 'integer', column => column.notNull())
    .addColumn('duration_ms', 'integer', column => column.notNull())
    .addColumn('sha256', 'text', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('recordings_key', ['filename'])
    .execute()
  await db.schema.createIndex('recordings_uid').on('recordings').columns(['uid', 'created_at']).execute()

  await db.schema
    .createTable('stray_objects')
    .addColumn('storage_key', 'text', column => column.notNull())
    .addColumn('remove_at', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('stray_objects_key', ['storage_key'])
    .execute()
  await db.schema.createIndex('stray_objects_time').on('stray_objects').column('remove_at').execute()
}
