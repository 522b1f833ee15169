import type { MessageContent, MessageItem } from '../../outbox/items/message-item.ts'
import { broadcast } from '../../outbox/outbox.ts'
import { removeItem, updateItem } from '../../outbox/store.ts'
import { unsentMessagesOf } from '../../outbox/unsent-messages.ts'

/** Tries a refused message again, with the present mentor. */
export async function retryMessage(uid: string, id: string, to: string): Promise<void> {
  const item = await itemOf(uid, id)
  if (!item) return
  const content = { ...item.content, to }
  await updateItem(item, { refusedAs: undefined, tries: 0, lastStatus: undefined, content })
  await broadcast()
}

export async function deleteMessage(uid: string, id: string): Promise<void> {
  const item = await itemOf(uid, id)
  if (!item) return
  await removeItem(item)
  await broadcast()
}

/** Ids of messages that are on their way back into the box: a second press would bring the text twice. */
const comingBack = new Set<string>()

/** Returns the text to the box. `keep` runs before the message is removed. */
export async function takeBackMessage(uid: string, id: string, keep: (content: MessageContent) => void): Promise<void> {
  if (comingBack.has(id)) return
  comingBack.add(id)
  try {
    const item = await itemOf(uid, id)
    if (!item) return
    keep(item.content)
    await deleteMessage(uid, id)
  } finally {
    comingBack.delete(id)
  }
}

async function itemOf(uid: string, id: string): Promise<MessageItem | undefined> {
  return (await unsentMessagesOf(uid)).find(item => item.id === id)
}
