import type { Kysely } from 'kysely'
import { createTable } from './create-table.ts'

/** How many messages were sent on which day, and why the last one was not. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'sendings',
    {
      kind: 'text!',
      day: 'text!',
      sent: 'integer!',
      failed: 'integer!',
      last_sent_at: 'bigint',
      last_failed_at: 'bigint',
      problem: 'text',
    },
    ['kind', 'day'],
  )
}
