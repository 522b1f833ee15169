import type { DraftPlace } from '../../outbox/drafts/draft-place.ts'
import {
  asRecording,
  dropRecording,
  type RecordedPiece,
  type RecordingDraft,
  savePiece,
} from '../../outbox/drafts/recording-drafts.ts'
import { timeOfWriting } from '../../session.ts'
import { Recording, type RecordingEnd } from './capture/recording.ts'
import type { Heard } from './capture/workers/capture-processor.ts'

/** A shorter recording is an accidental double tap, and the server needs three frames. */
const MIN_SECONDS = 0.2

type Callbacks = {
  onHeard(heard: Heard): void
  /** The phone has no room; the recording stays in memory. */
  onNoSpace(): void
  /** Undefined if nothing was recorded. */
  onEnd(recorded: RecordingDraft | undefined, ending: RecordingEnd): void
}

/** A recording at one place, stored on the phone while it is made. */
export class RecorderSession {
  readonly #at: DraftPlace
  readonly #on: Callbacks
  readonly #pieces: RecordedPiece[] = []
  #recording: Recording | undefined
  #recordedAt = 0
  #hasSpace = true
  #isLeft = false

  constructor(at: DraftPlace, on: Callbacks) {
    this.#at = at
    this.#on = on
  }

  /**
   * Resolves to whether the recording has begun; false if the person has left meanwhile. Rejects with a
   * `RecorderError`.
   */
  async begin(): Promise<boolean> {
    const recording = new Recording({
      onHeard: heard => this.#isLeft || this.#on.onHeard(heard),
      onPiece: ({ mp3, seconds }) => void this.#save({ mp3, seconds, recordedAt: this.#recordedAt }),
      onEnd: ending => this.#end(ending),
    })
    await recording.begin()
    if (this.#isLeft) recording.close()
    this.#recordedAt = timeOfWriting()
    this.#recording = recording
    return !this.#isLeft
  }

  stop(): void {
    this.#recording?.stop()
  }

  /** Ends the recording without another call of a listener. The recording is stored for a person who comes back. */
  leave(): void {
    this.#isLeft = true
    this.stop()
  }

  async #save(piece: RecordedPiece): Promise<void> {
    const isFirst = this.#pieces.length === 0
    this.#pieces.push(piece)
    if (!this.#hasSpace) return
    try {
      await savePiece(this.#at, piece, isFirst)
    } catch {
      // The pieces after a gap would be useless, so no more are stored.
      this.#hasSpace = false
      this.#on.onNoSpace()
    }
  }

  #end(ending: RecordingEnd): void {
    const recorded = asRecording(this.#pieces)
    const isAnything = recorded !== undefined && recorded.seconds >= MIN_SECONDS
    if (!isAnything) dropRecording(this.#at, { recordedAt: this.#recordedAt }).catch(() => {})
    if (!this.#isLeft) this.#on.onEnd(isAnything ? recorded : undefined, ending)
  }
}
