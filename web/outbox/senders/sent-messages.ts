import type { Message } from '../../../contract/messages.ts'
import type { OutboxItem } from '../store.ts'

type Listener = (uid: string, message: Message) => void

const listeners = new Set<Listener>()

/** Called before the item is removed, so that the message is always shown, as item or as message. */
export function notifySent({ uid }: OutboxItem, message: Message): void {
  for (const listener of listeners) listener(uid, message)
}

export function onSentMessage(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
