import type { Kysely } from 'kysely'
import { createTable } from './create-table.ts'

/** A new e-mail address that is not verified yet. A code mailed to it verifies it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'email_changes', CHANGES, ['uid'])
}

const CHANGES = {
  uid: 'text!',
  id: 'text!',
  email: 'text!',
  code_hash: 'text!',
  attempts: 'integer!',
  expires_at: 'bigint!',
  used_at: 'bigint',
}
