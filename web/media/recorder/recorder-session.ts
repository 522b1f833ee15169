import {
  asRecording,
  dropRecording,
  type RecordedPiece,
  type RecordingDraft,
  type RecordingPlace,
  savePiece,
} from '../../outbox/recording-drafts.ts'
import { serverNow } from '../../session.ts'
import { type Ending, Recording } from './recording.ts'
import type { Heard } from './workers/capture-processor.ts'

/** Two taps in a row say nothing, and three frames are the least that the server takes. */
const LEAST_SECONDS = 0.2

type Callbacks = {
  onHeard(heard: Heard): void
  /** This phone has no room; what was said stays in memory. */
  onNoSpace(): void
  /** Undefined where nothing was heard. */
  onEnd(recorded: RecordingDraft | undefined, ending: Ending): void
}

/** A recording at a place, kept on the phone while it is made. */
export class RecorderSession {
  readonly #at: RecordingPlace
  readonly #on: Callbacks
  readonly #pieces: RecordedPiece[] = []
  #recording: Recording | undefined
  #recordedAt = 0
  #hasSpace = true
  #isLeft = false

  constructor(at: RecordingPlace, on: Callbacks) {
    this.#at = at
    this.#on = on
  }

  /** Answers whether it listens now, which it does not for a person who has left meanwhile; rejected with a `RecorderTrouble`. */
  async begin(): Promise<boolean> {
    const recording = new Recording({
      onHeard: heard => this.#isLeft || this.#on.onHeard(heard),
      onPiece: ({ mp3, seconds }) => void this.#save({ mp3, seconds, recordedAt: this.#recordedAt }),
      onEnd: ending => this.#end(ending),
    })
    await recording.begin()
    if (this.#isLeft) recording.close()
    this.#recordedAt = serverNow()
    this.#recording = recording
    return !this.#isLeft
  }

  stop(): void {
    this.#recording?.stop()
  }

  /** Tells nobody any more; what was said until now is kept for a person who comes back. */
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
      // What follows a gap would be of no use.
      this.#hasSpace = false
      this.#on.onNoSpace()
    }
  }

  #end(ending: Ending): void {
    const recorded = asRecording(this.#pieces)
    const isAnything = recorded !== undefined && recorded.seconds >= LEAST_SECONDS
    if (!isAnything) dropRecording(this.#at).catch(() => {})
    if (!this.#isLeft) this.#on.onEnd(isAnything ? recorded : undefined, ending)
  }
}
