import type { PageLogContent } from '../items/page-log-item.ts'
import { type OutboxItem, unsentItemsOf } from '../store.ts'

type Listener = (page: PageLogContent) => void

const listeners = new Set<Listener>()
const otherTabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('sbs.recordings')
otherTabs?.addEventListener('message', ({ data }) => notifyHere(data))

/** Notifies every tab of the name that a recording got on the server. */
export function onRecordingSaved(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Tells all tabs that a recording is saved, unless its page was answered again meanwhile: then the later answer is
 * shown.
 */
export async function notifySaved(item: OutboxItem, page: PageLogContent): Promise<void> {
  const isLater = ({ id, about, writtenAt }: OutboxItem) =>
    id !== item.id && about === item.about && writtenAt >= item.writtenAt
  if ((await unsentItemsOf(item.uid)).some(isLater)) return
  otherTabs?.postMessage(page)
  notifyHere(page)
}

function notifyHere(page: PageLogContent): void {
  for (const listener of listeners) listener(page)
}
