import { recordingIn } from '../../../contract/media.ts'
import type { StoredAnswer } from '../../../contract/progress.ts'
import type { DraftPlace } from '../../outbox/drafts.ts'
import { type OwnRecording, useOwnRecording } from './use-own-recording.ts'
import { useRecordingAddress } from './use-recording-address.ts'

export type SpokenAnswer = {
  /** As long as it is on this phone. */
  own: OwnRecording | undefined
  /** Where the server has it. */
  address: ReturnType<typeof useRecordingAddress>
}

/** The recording that was submitted, if the answer is one; a text that only looks like one is `typed`. */
export function useSpokenAnswer(place: DraftPlace, submitted: StoredAnswer | undefined) {
  const own = useOwnRecording(place)
  const name = recordingIn(submitted)
  const address = useRecordingAddress(place, own === null ? name : undefined)
  const isSpoken = Boolean(own) || (name !== undefined && !address.isText)
  return {
    spoken: isSpoken ? { own: own ?? undefined, address } : undefined,
    typed: name !== undefined && address.isText ? (submitted as string) : undefined,
  }
}
