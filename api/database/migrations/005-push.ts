import type { Kysely } from 'kysely'
import { createTable } from './create-table.ts'

/** Browsers that get notifications while their page is closed, and our key for push services. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'push_keys', { id: 'text!', sealed_keys: 'text!', created_at: 'bigint!' }, ['id'])
  await createTable(db, 'push_subscriptions', SUBSCRIPTIONS, ['id'])
  await createTable(db, 'push_told', { uid: 'text!', told_at: 'bigint!' }, ['uid'])
  await db.schema.createIndex('push_subscriptions_uid').on('push_subscriptions').column('uid').execute()
}

const SUBSCRIPTIONS = {
  id: 'text!',
  uid: 'text!',
  session_id: 'text!',
  signed_in_at: 'bigint!',
  endpoint: 'text!',
  p256dh: 'text!',
  auth: 'text!',
  language: 'text!',
  shows_text: 'integer!',
  failures: 'integer!',
  created_at: 'bigint!',
  renewed_at: 'bigint!',
}
