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
  const letter = newMessageLetter(uid, content)
  try {
    await post(letter, voice && (await voice.mp3.arrayBuffer()))
    return true
  } catch {
    // A browser that keeps nothing on disk can still send what is written.
    return voice === undefined && sendNow(letter)
  }
}

async function sendNow(letter: Letter): Promise<boolean> {
  try {
    await sendMessage(letter)
    return true
  } catch {
    return false
  }
}
