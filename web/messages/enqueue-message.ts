import { type AskedPage, type MessageContent, newMessageItem } from '../outbox/message-item.ts'
import { enqueue } from '../outbox/outbox.ts'
import type { RecordingDraft } from '../outbox/recording-drafts.ts'
// At hand wherever one writes: fetched without a network it would be missing until a reload.
import { sendMessage } from '../outbox/send-message.ts'
import type { OutboxItem } from '../outbox/store.ts'

export type Outgoing = { text: string; about?: AskedPage | undefined; voice?: RecordingDraft | undefined }

/** Keeps a message on this phone, from where it is sent by itself. Whether it is kept, here or on the server. */
export async function enqueueMessage(uid: string, to: string, { text, about, voice }: Outgoing): Promise<boolean> {
  const content: MessageContent = {
    to,
    text,
    ...(about ? { about } : {}),
    ...(voice ? { voice: { seconds: Math.round(voice.seconds) } } : {}),
  }
  const key = JSON.stringify([uid, to, text, voice?.recordedAt])
  const item = failed?.key === key ? failed.item : newMessageItem(uid, content)
  failed = { key, item }
  const mp3 = await voice?.mp3.arrayBuffer()
  try {
    // A browser that keeps nothing on disk can still send it.
    await enqueue(item, mp3).catch(() => sendMessage(item, mp3))
  } catch {
    return false
  }
  failed = undefined
  return true
}

/** Pressed again it is the same item: should the browser or the server have it after all, it counts once. */
let failed: { key: string; item: OutboxItem } | undefined
