import type { Kysely } from 'kysely'
import { createTable } from './create-table.ts'

/** Codes that come by WhatsApp or mail, and sign-ins that are approved by somebody who knows the learner. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('verifications').addColumn('other_code_hash', 'text').execute()
  await createTable(db, 'sign_in_requests', REQUESTS, ['id'])
  await db.schema
    .createIndex('sign_in_requests_phone')
    .on('sign_in_requests')
    .columns(['phone', 'created_at'])
    .execute()
  await db.schema.createIndex('sign_in_requests_number').on('sign_in_requests').column('number_hash').execute()
  await createTable(db, 'approved_sign_ins', APPROVED, ['request_id'])
  await db.schema.createIndex('approved_sign_ins_uid').on('approved_sign_ins').columns(['uid', 'approved_at']).execute()
}

const REQUESTS = {
  id: 'text!',
  phone: 'text!',
  number_hash: 'text!',
  created_at: 'bigint!',
  expires_at: 'bigint!',
  refused_at: 'bigint',
  approved_at: 'bigint',
}

const APPROVED = {
  request_id: 'text!',
  uid: 'text!',
  approved_by: 'text!',
  approved_at: 'bigint!',
  session_id: 'text',
}
