import { useSyncExternalStore } from 'react'
import type { MentorInfo } from '../../contract/messages.ts'
import { createStore } from '../create-store.ts'

/** The state of messages in the server's last reply. */
export type Messenger = {
  /** Unseen messages of all conversations. */
  unseen: number
  /** A learner's mentor; null: none yet; undefined: not known yet. */
  responder?: MentorInfo | null | undefined
  /** The mentor has seen all messages up to this time. */
  seenUpTo?: string | undefined
}

const nothing: Messenger = { unseen: 0 }
const messenger = createStore(nothing)

export const messengerNow = messenger.get

export function useMessenger(): Messenger {
  return useSyncExternalStore(messenger.watch, messenger.get)
}

export function setMessenger(change: Partial<Messenger>): void {
  messenger.set({ ...messenger.get(), ...change })
}

/** Clears the state for the next person on this browser. */
export function resetMessenger(): void {
  messenger.set(nothing)
}
