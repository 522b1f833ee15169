import { type Kysely, sql } from 'kysely'
import { createTable } from './create-table.ts'

/** Sign-in by e-mail beside the phone. Accounts can be merged, blocked or erased. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['phone_since', 'email_since', 'email_proved_at', 'blocked_at', 'signed_out_at', 'erase_at'])
    await db.schema.alterTable('users').addColumn(column, 'bigint').execute()
  await sql`update users set phone_since = created_at where phone_number is not null`.execute(db)

  const passwords = { uid: 'text!', hash: 'text!', changed_at: 'bigint!' }
  await createTable(db, 'passwords', passwords, ['uid'])

  const resetLinks = {
    token_hash: 'text!',
    uid: 'text!',
    created_at: 'bigint!',
    expires_at: 'bigint!',
    used_at: 'bigint',
  }
  await createTable(db, 'reset_links', resetLinks, ['token_hash'])
  await db.schema.createIndex('reset_links_uid').on('reset_links').column('uid').execute()

  const closedAccounts = { uid: 'text!', merged_into: 'text', closed_at: 'bigint!' }
  await createTable(db, 'closed_accounts', closedAccounts, ['uid'])
  await db.schema.createIndex('closed_accounts_survivor').on('closed_accounts').column('merged_into').execute()
}
