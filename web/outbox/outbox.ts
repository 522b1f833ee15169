import { createStore } from '../create-store.ts'
import { retryPause } from '../loading/retry-pause.ts'
import { currentSession, onSessionChange } from '../session.ts'
import { cancelSending, deleteSender, planSending } from './background-sync.ts'
import { deliver } from './deliver.ts'
import { failuresInRow } from './failures-in-row.ts'
import { itemsOf, type OutboxItem, saveItem, wasRemoved, whenOutboxCleared } from './store.ts'

const empty: readonly OutboxItem[] = []
const items = createStore(empty)
/** One channel for the whole tab: a second one in the same tab would receive its messages. */
export const otherTabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('sbs.outbox')

/** All unsent items of the signed-in person. */
export const outboxState = items.get
export const onOutboxChange = items.watch

/** Stores an item on disk before anything else happens to it, and starts sending. */
export async function enqueue(item: OutboxItem, attachment?: ArrayBuffer): Promise<void> {
  await saveItem(item, attachment)
  // On a full disk, Chromium may take an item that it cannot give back.
  const stored = await itemsOf(item.uid)
  if (!stored.some(({ id }) => id === item.id)) throw new Error('The disk did not keep it')
  otherTabs?.postMessage(item)
  await broadcast()
}

/** Tells every tab that the outbox changed, and starts sending. */
export async function broadcast(): Promise<void> {
  await refresh()
  otherTabs?.postMessage('changed')
  void flush()
}

let timer: ReturnType<typeof setTimeout> | undefined
let failures = 0

/** Sends the waiting items. */
export async function flush(): Promise<void> {
  clearTimeout(timer)
  const uid = currentSession()?.uid
  if (!uid || !isAnythingWaiting()) return
  // If the storage fails for a moment, the items keep waiting.
  const before = outboxState().map(({ id }) => id)
  const retryAfterMs = await deliver(uid).catch(() => 0)
  await refresh()
  otherTabs?.postMessage('changed')
  if (!isAnythingWaiting() || retryAfterMs === undefined) {
    failures = 0
    void cancelSending().catch(() => {})
    return
  }
  // If this fails, the items are sent at the next visit.
  void planSending().catch(() => {})
  const now = outboxState().map(({ id }) => id)
  failures = failuresInRow(failures, before, now)
  timer = setTimeout(flush, Math.max(retryAfterMs, retryPause(failures)))
}

async function refresh(): Promise<void> {
  const uid = currentSession()?.uid
  const stored = uid ? await itemsOf(uid).catch(() => undefined) : []
  // If the storage cannot be read for a moment, the state stays as it was.
  if (stored) items.set(stored.length === 0 ? empty : stored)
}

/** Whether an item still has to be sent. A refused item stays in the outbox, but is not sent again as it is. */
export function isWaiting({ refusedAs }: OutboxItem): boolean {
  return refusedAs === undefined
}

function isAnythingWaiting(): boolean {
  return outboxState().some(isWaiting)
}

/** A browser clears one kind of storage after the other. */
const CLEARING_MS = 1000

/** Stores the items again after the storage was cleared while the app is open. Recordings cannot be stored again. */
async function restore(known: readonly OutboxItem[]): Promise<void> {
  const uid = currentSession()?.uid
  // Leaves out items that were sent meanwhile, and those of a person who has left.
  for (const item of known.filter(one => one.uid === uid && !wasRemoved(one))) {
    // The database gives the item a new number. It would refuse an item whose `order` is set, but to no number.
    const { order: _, ...unnumbered } = item as OutboxItem & { order?: number }
    await saveItem(unnumbered as OutboxItem)
  }
  await broadcast()
}

/** Sends the items of an earlier visit now, and watches for the network and the person to come back. */
export function openOutbox(): () => void {
  const refreshAndFlush = () => void refresh().then(flush)
  const stopWatching = onSessionChange(() => {
    void deleteSender().catch(() => {})
    refreshAndFlush()
  })
  const stop = new AbortController()
  const { signal } = stop
  addEventListener('online', refreshAndFlush, { signal })
  // Sends nothing when the page is hidden: WebKit may freeze it meanwhile, and new items are sent at once anyway.
  const onVisibility = () => document.visibilityState === 'visible' && refreshAndFlush()
  document.addEventListener('visibilitychange', onVisibility, { signal })
  otherTabs?.addEventListener('message', () => void refresh(), { signal })
  const onCleared = () => {
    const known = outboxState()
    setTimeout(() => void restore(known).catch(() => {}), CLEARING_MS)
  }
  // Either sign of a cleared storage may come first, and the state may be empty when the second one comes.
  const stopListening = whenOutboxCleared(onCleared)
  addEventListener('storage', ({ key }) => key === null && onCleared(), { signal })
  refreshAndFlush()
  return () => {
    stopWatching()
    stopListening()
    stop.abort()
    clearTimeout(timer)
  }
}
