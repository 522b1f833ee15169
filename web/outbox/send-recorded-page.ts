import { ApiError } from '../../contract/calls/api-error.ts'
import { createClient } from '../../contract/calls/client.ts'
import { logPage } from '../../contract/lessons.ts'
import { RECORDED, recordingName, saveAudio } from '../../contract/media.ts'
import { asOwner } from './as-owner.ts'
import type { PageLogContent } from './page-log-item.ts'
import { notifySaved } from './saved-recordings.ts'
import { attachmentOf, type OutboxItem, updateItem } from './store.ts'
import { fetchUploading } from './upload.ts'
import { noteShare, noteUploadEnd } from './uploads.ts'

/**
 * Two steps, each done once: the recording is saved, then its page is logged with the name that it was given. Between them
 * the item remembers the first.
 */
export async function sendRecordedPage(item: OutboxItem, attachment?: ArrayBuffer): Promise<PageLogContent> {
  const saved = await save(item, attachment)
  const { lessonId, entry } = saved
  const call = createClient(asOwner(item))
  await call(logPage, { params: { lessonId }, body: entry }, { idempotencyKey: `${item.id}-log` })
  await notifySaved(item, saved).catch(() => {})
  return saved
}

async function save(item: OutboxItem, attachment?: ArrayBuffer): Promise<PageLogContent> {
  const page = item.content as PageLogContent & Pick<Required<PageLogContent>, 'recording'>
  const { entry, recording } = page
  if (recording.isSaved) return page
  const mp3 = attachment ?? (await attachmentOf(item))
  // A browser that clears its storage may have left the item alone.
  if (!mp3) throw new ApiError('bad-request', { message: 'The recording is gone from this browser' })
  const filename = await upload(item, mp3)
  const content = {
    ...page,
    entry: { ...entry, answer: RECORDED + filename },
    recording: { ...recording, isSaved: true },
  }
  // Where that cannot be noted, the server knows from the key of the item that it has the recording.
  await updateItem(item, { content }).catch(() => {})
  return content
}

async function upload(item: OutboxItem, mp3: ArrayBuffer): Promise<string> {
  const { lessonId, entry, recording } = item.content as Required<PageLogContent>
  const { pageId, pageNumber } = entry
  const name = recordingName({ uid: item.uid, lessonId, pageNumber, recordedAt: recording.recordedAt })
  const form = new FormData()
  form.append('pageId', pageId)
  form.append('file', new File([mp3], name, { type: 'audio/mpeg' }))
  const fetch = fetchUploading(form, share => noteShare(item.id, share))
  try {
    const { data } = await createClient({ ...asOwner(item), fetch })(saveAudio, {}, { idempotencyKey: item.id })
    return data.filename
  } finally {
    noteUploadEnd(item.id)
  }
}
