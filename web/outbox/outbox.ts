import { currentSession, onSessionChange } from '../session.ts'
import { deliver } from './deliver.ts'
import { failuresInRow, retryPause } from './retry-pause.ts'
import { itemsOf, type OutboxItem, saveItem } from './store.ts'

const empty: readonly OutboxItem[] = []
let state = empty
const listeners = new Set<() => void>()
/** One for the whole tab: what this one says, a second one in the same tab would hear. */
export const otherTabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('sbs.outbox')

/** All that the signed-in person gave and the server does not have. */
export function outboxState(): readonly OutboxItem[] {
  return state
}

export function onOutboxChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Keeps what a person did, on disk, before anything else happens to it; sending follows by itself. */
export async function enqueue(item: OutboxItem, attachment?: ArrayBuffer): Promise<void> {
  await saveItem(item, attachment)
  otherTabs?.postMessage(item)
  await broadcast()
}

/** Lets every tab see what waits now, and begins to send it. */
export async function broadcast(): Promise<void> {
  await refresh()
  otherTabs?.postMessage('changed')
  void flush()
}

let timer: ReturnType<typeof setTimeout> | undefined
let failures = 0

/** Sends what waits. */
export async function flush(): Promise<void> {
  clearTimeout(timer)
  const uid = currentSession()?.uid
  if (!uid || !isAnythingWaiting()) return
  // Where the browser's storage fails for a moment, what waits in it waits on.
  const before = state.map(({ id }) => id)
  const retryAfterMs = await deliver(uid).catch(() => 0)
  await refresh()
  otherTabs?.postMessage('changed')
  if (!isAnythingWaiting() || retryAfterMs === undefined) {
    failures = 0
    return
  }
  const now = state.map(({ id }) => id)
  failures = failuresInRow(failures, before, now)
  timer = setTimeout(flush, Math.max(retryAfterMs, retryPause(failures)))
}

async function refresh(): Promise<void> {
  const uid = currentSession()?.uid
  const items = uid ? await itemsOf(uid).catch(() => undefined) : []
  // What cannot be read for a moment stands as it was.
  if (!items) return
  state = items.length === 0 ? empty : items
  for (const listener of listeners) listener()
}

function isAnythingWaiting(): boolean {
  return state.some(({ refusedAs }) => refusedAs === undefined)
}

/** Begins to watch: what an earlier visit left is sent now, and again when the network or the person comes back. */
export function openOutbox(): () => void {
  const lookAndFlush = () => void refresh().then(flush)
  const stopWatching = onSessionChange(lookAndFlush)
  // Not as the page is hidden: WebKit may freeze it in the middle, and what is written is sent at once anyway.
  const onVisibility = () => document.visibilityState === 'visible' && lookAndFlush()
  const onMessage = () => void refresh()
  addEventListener('online', lookAndFlush)
  document.addEventListener('visibilitychange', onVisibility)
  otherTabs?.addEventListener('message', onMessage)
  lookAndFlush()
  return () => {
    stopWatching()
    removeEventListener('online', lookAndFlush)
    document.removeEventListener('visibilitychange', onVisibility)
    otherTabs?.removeEventListener('message', onMessage)
    clearTimeout(timer)
  }
}
