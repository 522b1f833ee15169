import { migrateDrafts } from './drafts/migrate-drafts.ts'
import { migrateRecordings } from './drafts/recording-drafts.ts'
import { broadcast } from './outbox.ts'
import { type OutboxItem, reassign } from './store.ts'

/** Moves drafts, outbox items and recordings of merged accounts to the account that they were merged into. */
export async function migrateOutbox(uid: string, formerUids: readonly string[]): Promise<void> {
  migrateDrafts(uid, formerUids)
  const count = await reassign(formerUids, item => ownedBy(uid, item))
  if (count > 0) await broadcast()
  await migrateRecordings(uid, formerUids)
}

function ownedBy(uid: string, item: OutboxItem): OutboxItem {
  if (item.kind !== 'page-log') return { ...item, uid }
  return { ...item, uid, content: { ...item.content, entry: { ...item.content.entry, userId: uid } } }
}
