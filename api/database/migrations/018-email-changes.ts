import type { Kysely } from 'kysely'
import { createTable } from './create-table.ts'

/** An e-mail address that its owner wants to have in place of the one they have. A code mailed to it proves it. */
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
