import { useSyncExternalStore } from 'react'
import type { MentorInfo } from '../../contract/messages.ts'

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
let messenger = nothing
const listeners = new Set<() => void>()

export function messengerNow(): Messenger {
  return messenger
}

export function useMessenger(): Messenger {
  return useSyncExternalStore(onChange, messengerNow)
}

export function setMessenger(change: Partial<Messenger>): void {
  messenger = { ...messenger, ...change }
  for (const listener of listeners) listener()
}

/** Clears the state for the next person on this browser. */
export function resetMessenger(): void {
  messenger = nothing
  for (const listener of listeners) listener()
}

function onChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
