import type { Kysely } from 'kysely'
import { createTable } from './create-table.ts'

/** New phone numbers that the team allowed, until their owners sign in with them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'phone_changes', CHANGES, ['uid'])
  await db.schema.createIndex('phone_changes_phone').on('phone_changes').columns(['phone_number']).execute()
}

const CHANGES = {
  uid: 'text!',
  phone_number: 'text!',
  allowed_at: 'bigint!',
  expires_at: 'bigint!',
  told_at: 'bigint',
}
