import { RECORDED, recordingName } from '../../../contract/media.ts'
import { dropRecording, type KeptRecording } from '../../outbox/kept-recordings.ts'
import { post } from '../../outbox/outbox.ts'
import { aboutPage, newPageLetter, type PageLogLetter } from '../../outbox/page-letter.ts'
import { sendRecordedPage } from '../../outbox/send-recorded-page.ts'
import type { Letter } from '../../outbox/store.ts'

/** Puts a recording on its way as the answer of a page; what the recorder kept of it is dropped only then. */
export async function giveRecording(page: PageLogLetter, recording: KeptRecording): Promise<PageLogLetter> {
  const letter = letterWith(page, recording)
  const mp3 = await recording.mp3.arrayBuffer()
  const shown = await post(letter, mp3).then(
    () => letter.content as PageLogLetter,
    // Where there is no room for it, it can still be sent. When that fails, too, it stays with the recorder.
    () => sendRecordedPage(letter, mp3),
  )
  const { lessonId, entry } = page
  await dropRecording({ uid: letter.uid, place: aboutPage(lessonId, entry.pageId) }).catch(() => {})
  return shown
}

/** Given again after a failure it is the same letter: what the server has of it, it does not take twice. */
const letters = new WeakMap<Blob, Letter>()

function letterWith(page: PageLogLetter, { mp3, recordedAt }: KeptRecording): Letter {
  const { lessonId, entry } = page
  const { userId: uid, pageNumber } = entry
  const answer = RECORDED + recordingName({ uid, lessonId, pageNumber, recordedAt })
  const letter = letters.get(mp3) ?? newPageLetter({ ...page, entry: { ...entry, answer }, recording: { recordedAt } })
  letters.set(mp3, letter)
  return letter
}
