import { type Kysely, sql } from 'kysely'

/** Sign-in by e-mail beside the phone, accounts that are joined, blocked or erased. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['phone_since', 'email_since', 'email_proved_at', 'blocked_at', 'signed_out_at', 'erase_at'])
    await db.schema.alterTable('users').addColumn(column, 'bigint').execute()
  await sql`update users set phone_since = created_at where phone_number is not null`.execute(db)

  await db.schema
    .createTable('passwords')
    .addColumn('uid', 'text', column => column.notNull())
    .addColumn('hash', 'text', column => column.notNull())
    .addColumn('changed_at', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('passwords_key', ['uid'])
    .execute()

  await db.schema
    .createTable('reset_links')
    .addColumn('token_hash', 'text', column => column.notNull())
    .addColumn('uid', 'text', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('expires_at', 'bigint', column => column.notNull())
    .addColumn('used_at', 'bigint')
    .addPrimaryKeyConstraint('reset_links_key', ['token_hash'])
    .execute()
  await db.schema.createIndex('reset_links_uid').on('reset_links').column('uid').execute()

  await db.schema
    .createTable('closed_accounts')
    .addColumn('uid', 'text', column => column.notNull())
    .addColumn('merged_into', 'text')
    .addColumn('closed_at', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('closed_accounts_key', ['uid'])
    .execute()
  await db.schema.createIndex('closed_accounts_survivor').on('closed_accounts').column('merged_into').execute()
}
