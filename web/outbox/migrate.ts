import { migrateDrafts } from './migrate-drafts.ts'
import { broadcast } from './outbox.ts'
import type { PageLogContent } from './page-log-item.ts'
import { migrateRecordings } from './recording-drafts.ts'
import { type OutboxItem, reassign } from './store.ts'

/**
 * What was written under uids that this person's account took in is theirs: from now on it waits, and is sent, under
 * their own.
 */
export async function migrate(uid: string, formerUids: readonly string[]): Promise<void> {
  migrateDrafts(uid, formerUids)
  const count = await reassign(formerUids, item => ({ ...item, uid, content: contentFor(uid, item) }))
  if (count > 0) await broadcast()
  await migrateRecordings(uid, formerUids)
}

function contentFor(uid: string, { kind, content }: OutboxItem): unknown {
  if (kind !== 'page-log') return content
  const page = content as PageLogContent
  return { ...page, entry: { ...page.entry, userId: uid } }
}
