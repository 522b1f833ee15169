import { ApiError } from '../../contract/calls/api-error.ts'
import { createClient } from '../../contract/calls/client.ts'
import { getUpdates, isMentor, type Message, saveVoice, sendMessage as sendCall } from '../../contract/messages.ts'
import { encodeText } from '../../contract/text/encoded-text.ts'
import { asOwner } from './as-owner.ts'
import type { MessageContent } from './message-item.ts'
import { notifySent } from './sent-messages.ts'
import { attachmentOf, type OutboxItem, updateItem } from './store.ts'
import { fetchUploading } from './upload.ts'
import { noteShare, noteUploadEnd } from './uploads.ts'

/**
 * What was spoken is saved first, and the item remembers it; then the message that names it is sent. Who was given to
 * another mentor in the meantime writes to that one.
 */
export async function sendMessage(item: OutboxItem, attachment?: ArrayBuffer): Promise<Message> {
  try {
    return await sendAsAddressed(item, attachment)
  } catch (error) {
    const mentor = await nextMentor(item, error)
    if (mentor === undefined) throw error
    const content = { ...(item.content as MessageContent), to: mentor }
    await updateItem(item, { content }).catch(() => {})
    return await sendAsAddressed({ ...item, content }, attachment)
  }
}

/** Undefined where the refusal is about something else. */
async function nextMentor(item: OutboxItem, error: unknown): Promise<string | undefined> {
  const { to } = item.content as MessageContent
  if (!(error instanceof ApiError) || error.code !== 'messenger/not-your-responder' || !isMentor(to)) return undefined
  const query = { noUnassigned: 'true' as const, since: new Date().toISOString() }
  const { data } = await createClient(asOwner(item))(getUpdates, { query })
  const mentor = data.responder?.id
  return mentor === undefined || String(mentor) === to ? undefined : String(mentor)
}

async function sendAsAddressed(item: OutboxItem, attachment?: ArrayBuffer): Promise<Message> {
  const { to, text, about, voice } = item.content as MessageContent
  const savedAs = voice && (voice.savedAs ?? (await saveSpoken(item, attachment)))
  const body = {
    to,
    content: encodeText(text),
    type: 'disciple' as const,
    ...(about ? { about: { lessonId: about.lessonId, pageId: about.pageId } } : {}),
    ...(savedAs ? { voice: savedAs } : {}),
  }
  const { data } = await createClient(asOwner(item))(sendCall, { body }, { idempotencyKey: item.id })
  notifySent(item, data)
  return data
}

async function saveSpoken(item: OutboxItem, attachment?: ArrayBuffer): Promise<string> {
  const mp3 = attachment ?? (await attachmentOf(item))
  if (!mp3) throw new ApiError('bad-request', { message: 'The recording is gone from this browser' })
  const form = new FormData()
  form.append('file', new File([mp3], 'voice.mp3', { type: 'audio/mpeg' }))
  const fetch = fetchUploading(form, share => noteShare(item.id, share))
  try {
    const options = { idempotencyKey: `${item.id}-voice` }
    const { data } = await createClient({ ...asOwner(item), fetch })(saveVoice, {}, options)
    const content = item.content as MessageContent
    await updateItem(item, { content: { ...content, voice: { ...content.voice, savedAs: data.voice } } }).catch(
      () => {},
    )
    return data.voice
  } finally {
    noteUploadEnd(item.id)
  }
}
