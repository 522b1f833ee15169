import { RECORDED, recordingName } from '../../../contract/media.ts'
import { dropRecording, type KeptRecording } from '../../outbox/kept-recordings.ts'
import { post } from '../../outbox/outbox.ts'
import { aboutPage, newPageLetter, type PageLogLetter } from '../../outbox/page-letter.ts'
import { sendRecordedPage } from '../../outbox/send-recorded-page.ts'
import type { Letter } from '../../outbox/store.ts'

/** Enqueues a recording as the answer of a page. The recorder's own copy is dropped only then. */
export async function submitRecording(page: PageLogLetter, recording: KeptRecording): Promise<PageLogLetter> {
  const letter = letterWith(page, recording)
  const mp3 = await recording.mp3.arrayBuffer()
  const shown = await post(letter, mp3).then(
    () => letter.content as PageLogLetter,
    // No room on the phone: send it at once. If that fails, too, it stays in the recorder.
    () => sendRecordedPage(letter, mp3),
  )
  const { lessonId, entry } = page
  await dropRecording({ uid: letter.uid, place: aboutPage(lessonId, entry.pageId) }).catch(() => {})
  return shown
}

/** A second try after a failure has the same id, so the server stores it once. */
const letters = new WeakMap<Blob, Letter>()

function letterWith(page: PageLogLetter, { mp3, recordedAt }: KeptRecording): Letter {
  const { lessonId, entry } = page
  const { userId: uid, pageNumber } = entry
  const answer = RECORDED + recordingName({ uid, lessonId, pageNumber, recordedAt })
  const letter = letters.get(mp3) ?? newPageLetter({ ...page, entry: { ...entry, answer }, recording: { recordedAt } })
  letters.set(mp3, letter)
  return letter
}
