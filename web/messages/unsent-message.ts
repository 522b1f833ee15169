import type { MessageContent } from '../outbox/message-item.ts'
import { broadcast } from '../outbox/outbox.ts'
import { itemsOf, type OutboxItem, removeItem, updateItem } from '../outbox/store.ts'

/** Tries a refused message once more, with the person who is the mentor now. */
export async function retryMessage(uid: string, id: string, to: string): Promise<void> {
  const item = await itemOf(uid, id)
  if (!item) return
  const { refusedAs: _, ...kept } = item
  const content = { ...(item.content as MessageContent), to }
  await updateItem(item, { ...kept, refusedAs: undefined, tries: 0, lastStatus: undefined, content } as OutboxItem)
  await broadcast()
}

export async function deleteMessage(uid: string, id: string): Promise<void> {
  const item = await itemOf(uid, id)
  if (!item) return
  await removeItem(item)
  await broadcast()
}

/** Gives the words back to be edited. `keep` has them before the message is gone. */
export async function takeBackMessage(uid: string, id: string, keep: (content: MessageContent) => void): Promise<void> {
  const item = await itemOf(uid, id)
  if (!item) return
  keep(item.content as MessageContent)
  await deleteMessage(uid, id)
}

async function itemOf(uid: string, id: string): Promise<OutboxItem | undefined> {
  return (await itemsOf(uid)).find(item => item.id === id)
}
