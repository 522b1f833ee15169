import type { Kysely } from 'kysely'
import { createTable } from './create-table.ts'

/** The roles of the organisation's side, invitations to them, and the log of who did what. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('users').addColumn('team_roles', 'text').execute()
  await db.schema.createIndex('users_team_roles').on('users').column('team_roles').execute()
  await createTable(
    db,
    'team_invitations',
    {
      id: 'text!',
      phone_number: 'text!',
      role: 'text!',
      created_at: 'bigint!',
      expires_at: 'bigint!',
    },
    ['id'],
  )
  await createTable(
    db,
    'audit_log',
    {
      id: 'bigint!',
      at: 'bigint!',
      actor_uid: 'text',
      side: 'text!',
      action: 'text!',
      subject_uid: 'text',
      details: 'text!',
      hash: 'text!',
    },
    ['id'],
  )
  await db.schema.createIndex('audit_log_subject').on('audit_log').column('subject_uid').execute()
  await db.schema.createIndex('audit_log_actor').on('audit_log').column('actor_uid').execute()
}
