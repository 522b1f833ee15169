import { recordingIn } from '../../../contract/media.ts'
import type { StoredAnswer } from '../../../contract/progress.ts'
import type { DraftPlace } from '../../outbox/drafts/drafts.ts'
import { type OwnRecording, useOwnRecording } from './use-own-recording.ts'
import { useRecordingAddress } from './use-recording-address.ts'

export type SpokenAnswer = {
  /** The copy on this phone. */
  own: OwnRecording | undefined
  /** The copy on the server. */
  address: ReturnType<typeof useRecordingAddress>
}

/** The submitted recording, if the answer is one. `typed` is a text that only looks like the name of one. */
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
