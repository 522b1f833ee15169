import type { KeptRecording } from '../outbox/kept-recordings.ts'
import { type AskedPage, type MessageLetter, newMessageLetter } from '../outbox/message-letter.ts'
import { post } from '../outbox/outbox.ts'
// At hand wherever one writes: fetched without a network it would be missing until a reload.
import { sendMessage } from '../outbox/send-message.ts'
import type { Letter } from '../outbox/store.ts'

export type Outgoing = { text: string; about?: AskedPage | undefined; voice?: KeptRecording | undefined }

/** Keeps a message on this phone, from where it is sent by itself. Whether it is kept, here or on the server. */
export async function postMessage(uid: string, to: string, { text, about, voice }: Outgoing): Promise<boolean> {
  const content: MessageLetter = {
    to,
    text,
    ...(about ? { about } : {}),
    ...(voice ? { voice: { seconds: Math.round(voice.seconds) } } : {}),
  }
  const key = JSON.stringify([uid, to, text, voice?.recordedAt])
  const letter = failed?.key === key ? failed.letter : newMessageLetter(uid, content)
  failed = { key, letter }
  const mp3 = await voice?.mp3.arrayBuffer()
  try {
    // A browser that keeps nothing on disk can still send it.
    await post(letter, mp3).catch(() => sendMessage(letter, mp3))
  } catch {
    return false
  }
  failed = undefined
  return true
}

/** Pressed again it is the same letter: should the browser or the server have it after all, it counts once. */
let failed: { key: string; letter: Letter } | undefined
