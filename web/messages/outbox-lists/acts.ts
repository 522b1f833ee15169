import { MESSAGE_LIMIT } from '../../../contract/messages.ts'
import { broadcast } from '../../outbox/outbox.ts'
import type { RefusedAnswer } from '../../outbox/refused-answers.ts'
import { attachmentOf, type OutboxItem, removeItem, saveItem } from '../../outbox/store.ts'
import { enqueueMessage } from '../composer/enqueue-message.ts'
import { questionAndLesson, wordsOf } from './words.ts'

/** 160 kbit/s. */
const BYTES_PER_SECOND = 20_000

/** Matches parts of a text, each at most as long as a message may be. No part ends in the middle of an emoji. */
const PARTS = new RegExp(`[^]{1,${MESSAGE_LIMIT}}(?![\\udc00-\\udfff])`, 'g')

export type Dismissed = { item: OutboxItem; mp3: ArrayBuffer | undefined }

export async function copyText(words: readonly string[]) {
  await navigator.clipboard.writeText(words.join('\n'))
  return { text: 'copied' as const }
}

/**
 * Sends a refused answer as messages, which wait for a network like other messages. The answer is removed only after
 * all of them are stored. Their ids come from the id of the answer: if the app is closed after the first message, the
 * next press does not send that message twice.
 */
export async function sendToMentor(item: RefusedAnswer, mentor: string, mp3: Blob | undefined) {
  const { recordedAt = item.writtenAt } = item.content.recording ?? {}
  const text = [questionAndLesson(item), ...(mp3 ? [] : wordsOf(item))].filter(Boolean).join('\n')
  const voice = mp3 && { mp3, seconds: Math.max(1, Math.round(mp3.size / BYTES_PER_SECOND)), recordedAt }
  const parts = text.match(PARTS) ?? ['']
  for (const [index, part] of parts.entries()) {
    const message = { id: `${item.id}-${index + 1}`, text: part, voice: index === 0 ? voice : undefined, wasSent: true }
    const isSaved = await enqueueMessage(item.uid, mentor, message)
    if (!isSaved) return { text: 'failed' as const }
  }
  await drop(item)
  return { text: 'sent' as const }
}

/** Removes an item from this phone. `restoreDismissed` undoes it. */
export async function dismiss(item: OutboxItem) {
  const mp3 = await attachmentOf(item)
  await drop(item)
  return { text: 'dismissed' as const, dismissed: { item, mp3 } }
}

export async function restoreDismissed({ item, mp3 }: Dismissed): Promise<void> {
  await saveItem(item, mp3)
  await broadcast()
}

async function drop(item: OutboxItem): Promise<void> {
  await removeItem(item)
  await broadcast()
}
