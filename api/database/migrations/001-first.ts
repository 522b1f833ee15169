import { type Kysely, sql } from 'kysely'
import { type Columns, createTable } from './create-table.ts'

const tables: Record<string, { columns: Columns; primaryKey: string[] }> = {
  users: {
    columns: {
      uid: 'text!',
      phone_number: 'text',
      email: 'text',
      display_name: 'text',
      is_beta: 'integer!',
      responder_id: 'integer',
      created_at: 'bigint!',
    },
    primaryKey: ['uid'],
  },
  responders: {
    columns: { id: 'integer!', name: 'text!', phone_number: 'text!', is_active: 'integer!', created_at: 'bigint!' },
    primaryKey: ['id'],
  },
  sessions: {
    columns: {
      id: 'text!',
      uid: 'text!',
      refresh_hash: 'text!',
      previous_hash: 'text',
      created_at: 'bigint!',
      expires_at: 'bigint!',
      revoked_at: 'bigint',
    },
    primaryKey: ['id'],
  },
  signing_keys: { columns: { id: 'text!', private_jwk: 'text!', created_at: 'bigint!' }, primaryKey: ['id'] },
  verifications: {
    columns: {
      id: 'text!',
      phone: 'text!',
      code_hash: 'text!',
      attempts: 'integer!',
      created_at: 'bigint!',
      expires_at: 'bigint!',
      used_at: 'bigint',
      replaced_at: 'bigint',
    },
    primaryKey: ['id'],
  },
  spent_proofs: { columns: { id: 'text!', expires_at: 'bigint!' }, primaryKey: ['id'] },
  limits: { columns: { key: 'text!', started_at: 'bigint!', count: 'integer!' }, primaryKey: ['key'] },
  courses: {
    columns: { id: 'text!', position: 'integer!', is_beta: 'integer!', content: 'text!' },
    primaryKey: ['id'],
  },
  lessons: {
    columns: { id: 'text!', course_id: 'text!', position: 'integer!', is_beta: 'integer!', content: 'text!' },
    primaryKey: ['id'],
  },
  catalogue: { columns: { id: 'integer!', version: 'integer!' }, primaryKey: ['id'] },
  page_answers: {
    columns: {
      uid: 'text!',
      lesson_id: 'text!',
      page_id: 'text!',
      answer: 'text',
      answered_at: 'bigint!',
      logged_at: 'bigint!',
    },
    primaryKey: ['uid', 'lesson_id', 'page_id'],
  },
  completed_lessons: {
    columns: { uid: 'text!', lesson_id: 'text!', completed_at: 'bigint!' },
    primaryKey: ['uid', 'lesson_id'],
  },
  idempotency_keys: {
    columns: { uid: 'text!', key: 'text!', fingerprint: 'text!', reply: 'text!', created_at: 'bigint!' },
    primaryKey: ['uid', 'key'],
  },
  settings: { columns: { name: 'text!', value: 'text!' }, primaryKey: ['name'] },
}

const indexes: Record<string, { table: string; columns: string[]; isUnique?: true }> = {
  users_phone: { table: 'users', columns: ['phone_number'], isUnique: true },
  users_email: { table: 'users', columns: ['email'], isUnique: true },
  users_responder: { table: 'users', columns: ['responder_id'] },
  responders_phone: { table: 'responders', columns: ['phone_number'], isUnique: true },
  sessions_uid: { table: 'sessions', columns: ['uid'] },
  verifications_phone: { table: 'verifications', columns: ['phone', 'created_at'] },
  lessons_course: { table: 'lessons', columns: ['course_id'] },
  idempotency_keys_age: { table: 'idempotency_keys', columns: ['created_at'] },
}

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, { columns, primaryKey }] of Object.entries(tables)) await createTable(db, name, columns, primaryKey)
  for (const [name, { table, columns, isUnique }] of Object.entries(indexes)) {
    const index = db.schema.createIndex(name).on(table).columns(columns)
    await (isUnique ? index.unique() : index).execute()
  }
  await sql`insert into catalogue (id, version) values (1, 0)`.execute(db)
}
