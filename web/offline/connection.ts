import { createStore } from '../create-store.ts'

const offline = createStore(typeof navigator !== 'undefined' && navigator.onLine === false)

/** True if there is no network, or it does not lead to the server, or the server is too busy to answer. */
export const isOffline = offline.get
export const onConnectionChange = offline.watch

let noteContact: () => void
/** Resolves when the server has replied to this page. */
export const firstContact = new Promise<void>(resolve => {
  noteContact = resolve
})

export function noteReached(hasReached: boolean): void {
  if (hasReached) noteContact()
  if (offline.get() !== hasReached) return
  offline.set(!hasReached)
  // Starts all work that waits for the network. A browser fires no event if the network was there, but led nowhere.
  if (hasReached) globalThis.dispatchEvent?.(new Event('online'))
}

// A browser knows whether there is a network. Only the next request shows whether the server can be reached.
for (const name of ['offline', 'online']) globalThis.addEventListener?.(name, () => offline.set(name === 'offline'))
