import { readStoredJson, writeStored } from '../../browser/stored.ts'
import { createEvent } from '../../create-store.ts'

const STORED_AS = 'sbs.push'

/** The data that this browser stores about notifications. */
export type StoredPush = {
  uid: string
  /** Whether they show the sender and the beginning of the text. */
  showsText: boolean
  /** The last registration that the server got. */
  told: string
}

const [emitStored, watch] = createEvent()

export function readPush(): StoredPush | undefined {
  return readStoredJson(STORED_AS)
}

export function storePush(stored: StoredPush | undefined): void {
  // A browser without storage has no notifications either.
  writeStored(STORED_AS, stored && JSON.stringify(stored))
  emitStored()
}

/** Calls the listener for changes in other tabs, too. Returns a function that stops it. */
export function onStoredPush(listener: () => void): () => void {
  const stop = watch(listener)
  addEventListener('storage', listener)
  return () => {
    stop()
    removeEventListener('storage', listener)
  }
}
