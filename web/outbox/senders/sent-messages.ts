import type { Message } from '../../../contract/messages.ts'
import type { OutboxItem } from '../store.ts'

type Listener = (uid: string, message: Message) => Promise<void>

const listeners = new Set<Listener>()

/** Called before the item is removed, so that the message is always shown, as item or as message. */
export async function notifySent({ uid }: OutboxItem, message: Message): Promise<void> {
  await Promise.allSettled([...listeners].map(listener => listener(uid, message)))
}

export function onSentMessage(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
