import type { DBSchema } from 'idb'
import { currentSession, type StoredSession } from '../session.ts'
import { phoneDatabase } from './phone-database.ts'

/** The service worker's `sync` event of this name sends what waits. */
export const SYNC_TAG = 'outbox'

interface Schema extends DBSchema {
  sessions: { key: 'sender'; value: StoredSession }
}

const inTransaction = phoneDatabase<Schema>('step-by-step-sender', 1, db => {
  db.createObjectStore('sessions')
})

/** Not in the types of TypeScript: only Chromium has it. */
type Registration = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } }

let isPlanned = false

/**
 * Asks the browser to send what waits as soon as there is a network, also with the app closed. A service worker cannot
 * read `localStorage`, so it gets a copy of the session, for as long as something waits. The worker uses the refresh
 * token, but does not store the next one; the server allows that until the next one is used.
 */
export async function planSending(): Promise<void> {
  const session = currentSession()
  const registration: Registration | undefined = await navigator.serviceWorker?.getRegistration()
  if (!session || !registration?.sync) return
  isPlanned = true
  await inTransaction('readwrite', ['sessions'], transaction =>
    transaction.objectStore('sessions').put(session, 'sender'),
  )
  await registration.sync.register(SYNC_TAG)
}

/** Deletes the copy of the session, because nothing waits any more. */
export async function cancelSending(): Promise<void> {
  if (!isPlanned) return
  isPlanned = false
  await deleteSender()
}

export function readSender(): Promise<StoredSession | undefined> {
  return inTransaction('readonly', ['sessions'], transaction => transaction.objectStore('sessions').get('sender'))
}

export function deleteSender(): Promise<void> {
  return inTransaction('readwrite', ['sessions'], transaction => transaction.objectStore('sessions').delete('sender'))
}
