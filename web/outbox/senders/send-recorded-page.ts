import { ApiError } from '../../../contract/calls/api-error.ts'
import { createClient } from '../../../contract/calls/client.ts'
import { logPage } from '../../../contract/lessons.ts'
import { RECORDED, recordingName, saveAudio } from '../../../contract/media.ts'
import type { PageLogContent, PageLogItem } from '../items/page-log-item.ts'
import { RECORDING_LOST } from '../refused-answers.ts'
import { attachmentOf, updateItem } from '../store.ts'
import { asOwner, callAsOwner } from './as-owner.ts'
import { notifySaved } from './saved-recordings.ts'
import { fetchUploading } from './upload.ts'
import { noteShare, noteUploadEnd } from './uploads.ts'

/**
 * Uploads the recording, then logs its page with the file name. The item stores the first step, so it is not repeated.
 */
export async function sendRecordedPage(item: PageLogItem, attachment?: ArrayBuffer): Promise<PageLogContent> {
  const saved = await save(item, attachment)
  const { lessonId, entry } = saved
  const call = callAsOwner(item)
  // If the same recording is submitted twice, both items have the same id, but different times of answering.
  const idempotencyKey = `${item.id}-log-${entry.answeredAt}`
  await call(logPage, { params: { lessonId }, body: entry }, { idempotencyKey })
  await notifySaved(item, saved).catch(() => {})
  return saved
}

async function save(item: PageLogItem, attachment?: ArrayBuffer): Promise<PageLogContent> {
  const page = item.content
  const { entry, recording } = page
  if (!recording || recording.isSaved) return page
  const mp3 = attachment ?? (await attachmentOf(item))
  // The browser may have deleted the attachment and kept the item.
  if (!mp3) throw new ApiError(RECORDING_LOST)
  const filename = await upload(item, recording.recordedAt, mp3)
  const content = {
    ...page,
    entry: { ...entry, answer: RECORDED + filename },
    recording: { ...recording, isSaved: true },
  }
  // If this fails, the upload is repeated with the same idempotency key.
  await updateItem(item, { content }).catch(() => {})
  return content
}

async function upload(item: PageLogItem, recordedAt: number, mp3: ArrayBuffer): Promise<string> {
  const { lessonId, entry } = item.content
  const { pageId, pageNumber } = entry
  const name = recordingName({ uid: item.uid, lessonId, pageNumber, recordedAt })
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
