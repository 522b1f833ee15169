import { createStore } from '../create-store.ts'

const offline = createStore(typeof navigator !== 'undefined' && navigator.onLine === false)

/** Whether the last try to reach the server failed. A browser only knows whether there is a network, not whether it leads there. */
export const isOffline = offline.get
export const onConnectionChange = offline.watch

let noteContact: () => void
/** Resolves when the server has replied to this page. */
export const firstContact = new Promise<void>(resolve => {
  noteContact = resolve
})

export function noteReached(hasReached: boolean): void {
  if (hasReached) noteContact()
  if (offline.get() === hasReached) offline.set(!hasReached)
}

// A network that is back need not lead to the server: the next request tells.
for (const name of ['offline', 'online']) globalThis.addEventListener?.(name, () => offline.set(name === 'offline'))
