import type { RecordingDraft } from '../../outbox/drafts/recording-drafts.ts'
import {
  type AskedPage,
  type MessageContent,
  type MessageItem,
  newMessageItem,
} from '../../outbox/items/message-item.ts'
import { enqueue } from '../../outbox/outbox.ts'
// Not lazy: without a network it could not be loaded when it is needed.
import { sendMessageItem } from '../../outbox/senders/send-message.ts'

export type ComposedMessage = {
  text: string
  about?: AskedPage | undefined
  voice?: RecordingDraft | undefined
  /** The same text may have been stored with this id already, before the page was loaded again. */
  id?: string | undefined
  /** It was sent before, and came back into the box: the server may already have it. */
  wasSent?: boolean | undefined
}

/** Stores a message in the outbox, which sends it. Returns whether it is stored, here or on the server. */
export async function enqueueMessage(
  uid: string,
  to: string,
  { text, about, voice, id, wasSent }: ComposedMessage,
): Promise<boolean> {
  const content: MessageContent = {
    to,
    text,
    ...(about ? { about } : {}),
    ...(voice ? { voice: { seconds: Math.round(voice.seconds), recordedAt: voice.recordedAt } } : {}),
    ...(wasSent ? { wasSent } : {}),
  }
  const key = JSON.stringify([uid, to, text, about?.pageId, voice?.recordedAt])
  const item = failed?.key === key ? failed.item : newMessageItem(uid, content, id)
  failed = { key, item }
  const mp3 = await voice?.mp3.arrayBuffer()
  try {
    // If the browser stores nothing, send it at once.
    await enqueue(item, mp3).catch(() => sendMessageItem(item, mp3))
  } catch {
    return false
  }
  failed = undefined
  return true
}

/** The last message that failed. A second press sends the same item: if the first one did arrive, it counts once. */
let failed: { key: string; item: MessageItem } | undefined
