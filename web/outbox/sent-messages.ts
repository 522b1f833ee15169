import type { Message } from '../../contract/messages.ts'
import type { Letter } from './store.ts'

type Listener = (uid: string, message: Message) => void

const listeners = new Set<Listener>()

/** Told before the letter goes: the message is always there, as one or the other. */
export function tellSent({ uid }: Letter, message: Message): void {
  for (const listener of listeners) listener(uid, message)
}

export function onSentMessage(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
