import {
  asRecording,
  dropRecording,
  type KeptRecording,
  keepPiece,
  type RecordedPiece,
  type RecordingPlace,
} from '../../outbox/kept-recordings.ts'
import { serverNow } from '../../session.ts'
import { type Ending, Recording } from './recording.ts'
import type { Heard } from './workers/gatherer.ts'

/** Two taps in a row say nothing, and three frames are the least that the server takes. */
const LEAST_SECONDS = 0.2

type Told = {
  onHeard(heard: Heard): void
  /** This phone has no room; what was said stays in memory. */
  onNoSpace(): void
  /** Undefined where nothing was heard. */
  onEnd(recorded: KeptRecording | undefined, ending: Ending): void
}

/** A recording at a place, kept on the phone while it is made. */
export class Take {
  readonly #at: RecordingPlace
  readonly #told: Told
  readonly #pieces: RecordedPiece[] = []
  #recording: Recording | undefined
  #recordedAt = 0
  #hasSpace = true
  #isLeft = false

  constructor(at: RecordingPlace, told: Told) {
    this.#at = at
    this.#told = told
  }

  /** Answers whether it listens now, which it does not for a person who has left meanwhile; rejected with a `RecorderTrouble`. */
  async begin(): Promise<boolean> {
    const recording = new Recording({
      onHeard: heard => this.#isLeft || this.#told.onHeard(heard),
      onPiece: ({ mp3, seconds }) => void this.#keep({ mp3, seconds, recordedAt: this.#recordedAt }),
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

  async #keep(piece: RecordedPiece): Promise<void> {
    const isFirst = this.#pieces.length === 0
    this.#pieces.push(piece)
    if (!this.#hasSpace) return
    try {
      await keepPiece(this.#at, piece, isFirst)
    } catch {
      // What follows a gap would be of no use.
      this.#hasSpace = false
      this.#told.onNoSpace()
    }
  }

  #end(ending: Ending): void {
    const recorded = asRecording(this.#pieces)
    const isAnything = recorded !== undefined && recorded.seconds >= LEAST_SECONDS
    if (!isAnything) dropRecording(this.#at).catch(() => {})
    if (!this.#isLeft) this.#told.onEnd(isAnything ? recorded : undefined, ending)
  }
}
