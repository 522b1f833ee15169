import type { Kysely } from 'kysely'
import { createTable } from './create-table.ts'

/** Whether a person agrees to text messages other than codes, and since when. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'text_consents', CONSENTS, ['uid'])
}

const CONSENTS = { uid: 'text!', given_at: 'bigint!', ended_at: 'bigint' }
