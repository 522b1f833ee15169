import { createEvent } from '../../create-store.ts'
import type { PageLogContent } from '../items/page-log-item.ts'
import { type OutboxItem, unsentItemsOf } from '../store.ts'

const [emitSaved, watch] = createEvent<PageLogContent>()
const otherTabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('sbs.recordings')
otherTabs?.addEventListener('message', ({ data }) => emitSaved(data))

/** Calls a listener, in every tab, when a recording got its name on the server. Returns a function that stops it. */
export const onRecordingSaved = watch

/**
 * Tells all tabs that a recording is saved, unless its page was answered again meanwhile: then the later answer is
 * shown.
 */
export async function notifySaved(item: OutboxItem, page: PageLogContent): Promise<void> {
  const isLater = ({ id, about, writtenAt }: OutboxItem) =>
    id !== item.id && about === item.about && writtenAt >= item.writtenAt
  if ((await unsentItemsOf(item.uid)).some(isLater)) return
  otherTabs?.postMessage(page)
  emitSaved(page)
}
