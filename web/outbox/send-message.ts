import { ApiError } from '../../contract/calls/api-error.ts'
import { createClient } from '../../contract/calls/client.ts'
import { getUpdates, isMentor, type Message, saveVoice, sendMessage as sendCall } from '../../contract/messages.ts'
import { encodeText } from '../../contract/text/encoded-text.ts'
import { asOwner } from './as-owner.ts'
import type { MessageLetter } from './message-letter.ts'
import { tellSent } from './sent-messages.ts'
import { enclosedIn, type Letter, note } from './store.ts'
import { fetchUploading } from './upload.ts'
import { noteShare, noteUploadEnd } from './uploads.ts'

/**
 * What was spoken is saved first, and the letter remembers it; then the message that names it is sent. Who was given to
 * another mentor in the meantime writes to that one.
 */
export async function sendMessage(letter: Letter, enclosed?: ArrayBuffer): Promise<Message> {
  try {
    return await sendAsAddressed(letter, enclosed)
  } catch (error) {
    const mentor = await nextMentor(letter, error)
    if (mentor === undefined) throw error
    const content = { ...(letter.content as MessageLetter), to: mentor }
    await note(letter, { content }).catch(() => {})
    return await sendAsAddressed({ ...letter, content }, enclosed)
  }
}

/** Undefined where the refusal is about something else. */
async function nextMentor(letter: Letter, error: unknown): Promise<string | undefined> {
  const { to } = letter.content as MessageLetter
  if (!(error instanceof ApiError) || error.code !== 'messenger/not-your-responder' || !isMentor(to)) return undefined
  const query = { noUnassigned: 'true' as const, since: new Date().toISOString() }
  const { data } = await createClient(asOwner(letter))(getUpdates, { query })
  const mentor = data.responder?.id
  return mentor === undefined || String(mentor) === to ? undefined : String(mentor)
}

async function sendAsAddressed(letter: Letter, enclosed?: ArrayBuffer): Promise<Message> {
  const { to, text, about, voice } = letter.content as MessageLetter
  const savedAs = voice && (voice.savedAs ?? (await saveSpoken(letter, enclosed)))
  const body = {
    to,
    content: encodeText(text),
    type: 'disciple' as const,
    ...(about ? { about: { lessonId: about.lessonId, pageId: about.pageId } } : {}),
    ...(savedAs ? { voice: savedAs } : {}),
  }
  const { data } = await createClient(asOwner(letter))(sendCall, { body }, { idempotencyKey: letter.id })
  tellSent(letter, data)
  return data
}

async function saveSpoken(letter: Letter, enclosed?: ArrayBuffer): Promise<string> {
  const mp3 = enclosed ?? (await enclosedIn(letter))
  if (!mp3) throw new ApiError('bad-request', { message: 'The recording is gone from this browser' })
  const form = new FormData()
  form.append('file', new File([mp3], 'voice.mp3', { type: 'audio/mpeg' }))
  const fetch = fetchUploading(form, share => noteShare(letter.id, share))
  try {
    const options = { idempotencyKey: `${letter.id}-voice` }
    const { data } = await createClient({ ...asOwner(letter), fetch })(saveVoice, {}, options)
    const content = letter.content as MessageLetter
    await note(letter, { content: { ...content, voice: { ...content.voice, savedAs: data.voice } } }).catch(() => {})
    return data.voice
  } finally {
    noteUploadEnd(letter.id)
  }
}
