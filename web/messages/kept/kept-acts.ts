import { MESSAGE_LIMIT } from '../../../contract/messages.ts'
import type { KeptLetter } from '../../outbox/kept-letters.ts'
import { announce } from '../../outbox/outbox.ts'
import { dropLetter, enclosedIn, keepLetter } from '../../outbox/store.ts'
import { postMessage } from '../post-message.ts'
import { placeOf, wordsOf } from './kept-words.ts'

/** 160 kbit/s. */
const BYTES_PER_SECOND = 20_000

export type Dismissed = { letter: KeptLetter; mp3: ArrayBuffer | undefined }

export async function copyText(words: readonly string[]) {
  await navigator.clipboard.writeText(words.join('\n'))
  return { text: 'copied' as const }
}

/** As messages, which wait for a network as others do. The answer is let go only when they are kept. */
export async function sendToMentor(letter: KeptLetter, mentor: string, mp3: Blob | undefined) {
  const { recordedAt = letter.writtenAt } = letter.content.recording ?? {}
  const text = [placeOf(letter), ...(mp3 ? [] : wordsOf(letter))].filter(Boolean).join('\n')
  const voice = mp3 && { mp3, seconds: Math.max(1, Math.round(mp3.size / BYTES_PER_SECOND)), recordedAt }
  const parts = text.match(new RegExp(`[^]{1,${MESSAGE_LIMIT}}`, 'gu')) ?? ['']
  for (const [index, part] of parts.entries()) {
    const isKept = await postMessage(letter.uid, mentor, { text: part, voice: index === 0 ? voice : undefined })
    if (!isKept) return { text: 'failed' as const }
  }
  await drop(letter)
  return { text: 'sent' as const }
}

/** Removes an answer from this phone; what is answered here brings it back. */
export async function dismiss(letter: KeptLetter) {
  const mp3 = await enclosedIn(letter)
  await drop(letter)
  return { text: 'dismissed' as const, dismissed: { letter, mp3 } }
}

export async function restore({ letter, mp3 }: Dismissed): Promise<void> {
  await keepLetter(letter, mp3)
  await announce()
}

async function drop(letter: KeptLetter): Promise<void> {
  await dropLetter(letter)
  await announce()
}
