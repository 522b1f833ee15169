import { ApiError } from '../../contract/calls/api-error.ts'
import { createClient } from '../../contract/calls/client.ts'
import { logPage } from '../../contract/lessons.ts'
import { RECORDED, recordingName, saveAudio } from '../../contract/media.ts'
import { asOwner } from './as-owner.ts'
import type { PageLogLetter } from './page-letter.ts'
import { tellSaved } from './saved-recordings.ts'
import { enclosedIn, type Letter, note } from './store.ts'
import { fetchUploading } from './upload.ts'
import { noteShare, noteUploadEnd } from './uploads.ts'

/**
 * Two steps, each done once: the recording is saved, then its page is logged with the name that it was given. Between them
 * the letter remembers the first.
 */
export async function sendRecordedPage(letter: Letter, enclosed?: ArrayBuffer): Promise<PageLogLetter> {
  const saved = await save(letter, enclosed)
  const { lessonId, entry } = saved
  const call = createClient(asOwner(letter))
  await call(logPage, { params: { lessonId }, body: entry }, { idempotencyKey: `${letter.id}-log` })
  await tellSaved(letter, saved).catch(() => {})
  return saved
}

async function save(letter: Letter, enclosed?: ArrayBuffer): Promise<PageLogLetter> {
  const page = letter.content as PageLogLetter & Pick<Required<PageLogLetter>, 'recording'>
  const { entry, recording } = page
  if (recording.isSaved) return page
  const mp3 = enclosed ?? (await enclosedIn(letter))
  // A browser that clears its storage may have left the letter alone.
  if (!mp3) throw new ApiError('bad-request', { message: 'The recording is gone from this browser' })
  const filename = await upload(letter, mp3)
  const content = {
    ...page,
    entry: { ...entry, answer: RECORDED + filename },
    recording: { ...recording, isSaved: true },
  }
  // Where that cannot be noted, the server knows from the key of the letter that it has the recording.
  await note(letter, { content }).catch(() => {})
  return content
}

async function upload(letter: Letter, mp3: ArrayBuffer): Promise<string> {
  const { lessonId, entry, recording } = letter.content as Required<PageLogLetter>
  const { pageId, pageNumber } = entry
  const name = recordingName({ uid: letter.uid, lessonId, pageNumber, recordedAt: recording.recordedAt })
  const form = new FormData()
  form.append('pageId', pageId)
  form.append('file', new File([mp3], name, { type: 'audio/mpeg' }))
  const fetch = fetchUploading(form, share => noteShare(letter.id, share))
  try {
    const { data } = await createClient({ ...asOwner(letter), fetch })(saveAudio, {}, { idempotencyKey: letter.id })
    return data.filename
  } finally {
    noteUploadEnd(letter.id)
  }
}
