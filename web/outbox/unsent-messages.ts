import type { MessageItem } from './items/message-item.ts'
import { itemsOf } from './store.ts'

/** All messages of a person in the outbox, oldest first. */
export async function unsentMessagesOf(uid: string): Promise<MessageItem[]> {
  return (await itemsOf(uid)).filter(item => item.kind === 'message')
}
