import { ApiError } from '../../../contract/calls/api-error.ts'
import { createClient } from '../../../contract/calls/client.ts'
import {
  getUpdates,
  isMentor,
  listMessages,
  type Message,
  saveVoice,
  sendMessage as sendCall,
} from '../../../contract/messages.ts'
import { encodeText } from '../../../contract/text/encoded-text.ts'
import { DAY } from '../../../contract/time.ts'
import { serverNow } from '../../session.ts'
import type { MessageItem } from '../items/message-item.ts'
import { RECORDING_LOST } from '../refused-answers.ts'
import { attachmentOf, updateItem } from '../store.ts'
import { asOwner, callAsOwner } from './as-owner.ts'
import { notifySent } from './sent-messages.ts'
import { fetchUploading } from './upload.ts'
import { noteShare, noteUploadEnd } from './uploads.ts'

/** Uploads the recording, if there is one, then sends the message. If the mentor changed, the new mentor gets it. */
export async function sendMessageItem(item: MessageItem, attachment?: ArrayBuffer): Promise<Message> {
  const earlier = await storedEarlier(item)
  if (earlier) {
    await notifySent(item, earlier)
    return earlier
  }
  const saved = await withVoiceSaved(item, attachment)
  try {
    return await sendToRecipient(saved)
  } catch (error) {
    const mentor = await nextMentor(saved, error)
    if (mentor === undefined) throw error
    const content = { ...saved.content, to: mentor }
    await updateItem(item, { content }).catch(() => {})
    return await sendToRecipient({ ...saved, content })
  }
}

/** The server knows an idempotency key for at least this time. */
const KEY_KNOWN_MS = DAY

/**
 * The server's copy of an old message, if it was stored and the reply was lost. By now the server may have forgotten
 * its key, and would store it a second time. A message that came back into the box has a new time of writing, but its
 * recording keeps the old time.
 */
async function storedEarlier(item: MessageItem): Promise<Message | undefined> {
  const { to, voice, wasSent } = item.content
  const firstAt = voice?.recordedAt ?? item.writtenAt
  if (!wasSent && serverNow() - firstAt < KEY_KNOWN_MS) return undefined
  const query = isMentor(to) ? {} : { with: to }
  const { data } = await callAsOwner(item)(listMessages, { query })
  return data.find(({ key }) => key === item.id)
}

/** The learner's present mentor, if the message was refused because the mentor changed. */
async function nextMentor(item: MessageItem, error: unknown): Promise<string | undefined> {
  const { to } = item.content
  if (!(error instanceof ApiError) || error.code !== 'messenger/not-your-responder' || !isMentor(to)) return undefined
  const query = { noUnassigned: 'true' as const, since: new Date(serverNow()).toISOString() }
  const { data } = await callAsOwner(item)(getUpdates, { query })
  const mentor = data.responder?.id
  return mentor === undefined || String(mentor) === to ? undefined : String(mentor)
}

/** Stores the name of the uploaded recording, so that it is uploaded once, even if the mentor changes. */
async function withVoiceSaved(item: MessageItem, attachment?: ArrayBuffer): Promise<MessageItem> {
  const { voice } = item.content
  if (!voice || voice.savedAs) return item
  const content = { ...item.content, voice: { ...voice, savedAs: await saveSpoken(item, attachment) } }
  await updateItem(item, { content }).catch(() => {})
  return { ...item, content }
}

async function saveSpoken(item: MessageItem, attachment?: ArrayBuffer): Promise<string> {
  const mp3 = attachment ?? (await attachmentOf(item))
  if (!mp3) throw new ApiError(RECORDING_LOST)
  const form = new FormData()
  form.append('file', new File([mp3], 'voice.mp3', { type: 'audio/mpeg' }))
  const fetch = fetchUploading(form, share => noteShare(item.id, share))
  try {
    const options = { idempotencyKey: `${item.id}-voice` }
    return (await createClient({ ...asOwner(item), fetch })(saveVoice, {}, options)).data.voice
  } finally {
    noteUploadEnd(item.id)
  }
}

async function sendToRecipient(item: MessageItem): Promise<Message> {
  const { to, text, about, voice } = item.content
  const body = {
    to,
    content: encodeText(text),
    type: 'disciple' as const,
    ...(about ? { about: { lessonId: about.lessonId, pageId: about.pageId } } : {}),
    ...(voice?.savedAs ? { voice: voice.savedAs } : {}),
  }
  const { data } = await callAsOwner(item)(sendCall, { body }, { idempotencyKey: item.id })
  await notifySent(item, data)
  return data
}
