import { useSyncExternalStore } from 'react'
import type { MentorInfo } from '../../contract/messages.ts'

/** How the messenger of the signed-in person stands, as the server last told. */
export type Messenger = {
  /** Messages that nobody has seen here yet, of all conversations together. */
  unseen: number
  /** A learner's mentor; null: none yet; undefined: not known yet. */
  responder?: MentorInfo | null | undefined
  /** Up to when the mentor has seen what the learner wrote. */
  seenUpTo?: string | undefined
  /** No answer came last time. */
  isOffline: boolean
}

const nothing: Messenger = { unseen: 0, isOffline: false }
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

/** For the next person on this browser. */
export function resetMessenger(): void {
  messenger = nothing
  for (const listener of listeners) listener()
}

function onChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
