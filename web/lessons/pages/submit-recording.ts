import { RECORDED, recordingName } from '../../../contract/media.ts'
import { pagePlace } from '../../outbox/drafts/draft-place.ts'
import { dropRecording, type RecordingDraft } from '../../outbox/drafts/recording-drafts.ts'
import { newPageLogItem, type PageLogContent, type PageLogItem } from '../../outbox/items/page-log-item.ts'
import { enqueue } from '../../outbox/outbox.ts'
import { sendRecordedPage } from '../../outbox/senders/send-recorded-page.ts'

/** Enqueues a recording as the answer of a page. The recorder's own copy is dropped only then. */
export async function submitRecording(page: PageLogContent, recording: RecordingDraft): Promise<PageLogContent> {
  const item = itemWith(page, recording)
  const mp3 = await recording.mp3.arrayBuffer()
  const shown = await enqueue(item, mp3).then(
    () => item.content,
    // No room on the phone: send it at once. If that fails, too, the recording stays in the recorder.
    () => sendRecordedPage(item, mp3),
  )
  const { lessonId, entry } = page
  await dropRecording(pagePlace(item.uid, lessonId, entry.pageId), recording).catch(() => {})
  return shown
}

/**
 * The id of the item comes from the recording: after a failure, or a reload before the recorder's copy was dropped,
 * another press sends the same item, so the server stores it once.
 */
function itemWith(page: PageLogContent, { recordedAt }: RecordingDraft): PageLogItem {
  const { lessonId, entry } = page
  const { userId: uid, pageNumber } = entry
  const answer = RECORDED + recordingName({ uid, lessonId, pageNumber, recordedAt })
  const item = newPageLogItem({ ...page, entry: { ...entry, answer }, recording: { recordedAt } })
  return { ...item, id: `spoken-${recordedAt}` }
}
