import { recordingIn } from '../../../contract/media.ts'
import type { StoredAnswer } from '../../../contract/progress.ts'
import { aboutPage } from '../../outbox/items/page-log-item.ts'
import { type OwnRecording, useOwnRecording } from './use-own-recording.ts'
import { type RecordedPage, useRecordingUrl } from './use-recording-url.ts'

export type SpokenAnswerState = {
  /** The copy on this phone. */
  own: OwnRecording | undefined
  /** The copy on the server. */
  recording: ReturnType<typeof useRecordingUrl>
}

/** The submitted recording, if the answer is one. `typed` is a text that only looks like the name of a recording. */
export function useSpokenAnswer(uid: string, page: RecordedPage, submitted: StoredAnswer | undefined) {
  const own = useOwnRecording(uid, aboutPage(page.lessonId, page.pageId))
  const name = recordingIn(submitted)
  const recording = useRecordingUrl(uid, page, own === null ? name : undefined)
  const isSpoken = Boolean(own) || (name !== undefined && !recording.isText)
  return {
    spoken: isSpoken ? { own: own ?? undefined, recording } : undefined,
    typed: name !== undefined && recording.isText ? (submitted as string) : undefined,
  }
}
