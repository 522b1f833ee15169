import { EDITS_KEPT_DAYS } from '../../../contract/organisation/edits.ts'
import { DAY } from '../../../contract/time.ts'
import type { Db } from '../../database/tables.ts'
import { deleteDraft, IMPORT_PREFIX } from './draft-store.ts'

// These functions run each hour. They import no code that reads or writes courses, so that none is loaded for them.

/** How long an uploaded folder is kept for the call `importAsDraft`. */
export const IMPORT_KEPT_MS = DAY

export async function deleteOldImports(db: Db, now: number): Promise<void> {
  const old = await db
    .selectFrom('course_drafts')
    .select('course_id')
    .where('course_id', 'like', `${IMPORT_PREFIX}%`)
    .where('begun_at', '<', now - IMPORT_KEPT_MS)
    .execute()
  for (const { course_id } of old) await db.transaction().execute(trx => deleteDraft(trx, course_id))
}

export async function deleteOldEdits(db: Db, now: number): Promise<void> {
  const before = now - EDITS_KEPT_DAYS * DAY
  await db.deleteFrom('draft_edits').where('made_at', '<', before).execute()
  await db.deleteFrom('draft_conflicts').where('made_at', '<', before).execute()
  await db
    .deleteFrom('draft_places')
    .where('seen_at', '<', now - DAY)
    .execute()
}

export async function deleteExpiredPhoneLinks(db: Db, now: number): Promise<void> {
  await db.deleteFrom('phone_links').where('expires_at', '<=', now).execute()
}
