import type { Kysely } from 'kysely'
import { createTable } from './create-table.ts'

/** Links that invite learners, by which of them a learner came, and lists of people to invite. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'invitations', INVITATIONS, ['id'])
  await db.schema.createIndex('invitations_code').unique().on('invitations').column('code').execute()
  await db.schema.alterTable('users').addColumn('invitation_id', 'text').execute()
  await createTable(db, 'invitation_lists', LISTS, ['id'])
  await createTable(db, 'invitation_list_rows', ROWS, ['list_id', 'row_number'])
  await db.schema.createIndex('invitation_list_rows_phone').on('invitation_list_rows').column('phone_number').execute()
}

const INVITATIONS = {
  id: 'text!',
  code: 'bigint!',
  name: 'text!',
  mentor_id: 'integer',
  list_id: 'text',
  created_at: 'bigint!',
  expires_at: 'bigint!',
  ended_at: 'bigint',
  max_uses: 'integer',
  uses: 'integer!',
}

const LISTS = {
  id: 'text!',
  created_at: 'bigint!',
  state: 'text!',
  language: 'text!',
}

const ROWS = {
  list_id: 'text!',
  row_number: 'integer!',
  phone_number: 'text!',
  name: 'text',
  mentor_id: 'integer',
  state: 'text!',
  reason: 'text',
  invited_at: 'bigint',
  invitation_id: 'text',
}
