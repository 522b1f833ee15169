import { MAX_SOUND_SECONDS } from '../../../contract/organisation/media/author-files.ts'
import { Recording, type RecordingEnd } from '../../media/recorder/capture/recording.ts'
import type { DraftPlace } from '../../outbox/drafts/draft-place.ts'
import {
  asRecording,
  dropRecording,
  type RecordedPiece,
  type RecordingDraft,
  readRecording,
  savePiece,
  saveRecordingDraft,
} from '../../outbox/drafts/recording-drafts.ts'
import { serverNow } from '../../session.ts'

type Callbacks = {
  onHeard(heard: { level: number; seconds: number }): void
  /** The device has no room; the recording stays in memory. */
  onNoRoom(): void
  onPaused(recorded: RecordingDraft | undefined, ending: RecordingEnd): void
}

/** A sound that is recorded with pauses. Each half second is stored on the device at once. */
export class Takes {
  readonly #at: DraftPlace
  readonly #on: Callbacks
  #pieces: RecordedPiece[] = []
  #recording: Recording | undefined
  #recordedAt = 0
  #hasRoom = true

  constructor(at: DraftPlace, on: Callbacks) {
    this.#at = at
    this.#on = on
  }

  /** Finds the recording that an earlier visit left. */
  async find(): Promise<RecordingDraft | undefined> {
    const recorded = await readRecording(this.#at).catch(() => undefined)
    if (recorded && this.#pieces.length === 0) await this.#hold(recorded)
    return recorded
  }

  /** Begins, or goes on after a pause. Rejects with a `RecorderError`. */
  async record(): Promise<void> {
    const before = this.#seconds
    const recording = new Recording(
      {
        onHeard: ({ level, seconds }) => this.#on.onHeard({ level, seconds: before + seconds }),
        onPiece: ({ mp3, seconds }) => void this.#save({ mp3, seconds, recordedAt: this.#recordedAt }),
        onEnd: ending => this.#on.onPaused(asRecording(this.#pieces), ending),
      },
      Math.max(1, MAX_SOUND_SECONDS - before),
    )
    if (this.#pieces.length === 0) this.#recordedAt = serverNow()
    this.#recording = recording
    await recording.begin()
    // The person has left, or pressed once more, while the browser asked for the microphone.
    if (this.#recording !== recording) recording.close()
  }

  pause(): void {
    this.#recording?.stop()
    this.#recording = undefined
  }

  async drop(): Promise<void> {
    this.#pieces = []
    await dropRecording(this.#at).catch(() => {})
  }

  async bringBack(recorded: RecordingDraft): Promise<void> {
    await this.#hold(recorded)
    await saveRecordingDraft(this.#at, recorded).catch(() => this.#on.onNoRoom())
  }

  get #seconds(): number {
    return this.#pieces.reduce((sum, { seconds }) => sum + seconds, 0)
  }

  async #hold({ mp3, seconds, recordedAt }: RecordingDraft): Promise<void> {
    this.#recordedAt = recordedAt
    this.#pieces = [{ mp3: new Uint8Array(await mp3.arrayBuffer()), seconds, recordedAt }]
  }

  async #save(piece: RecordedPiece): Promise<void> {
    const isFirst = this.#pieces.length === 0
    this.#pieces.push(piece)
    if (!this.#hasRoom) return
    try {
      await savePiece(this.#at, piece, isFirst)
    } catch {
      // Parts after a gap would be useless.
      this.#hasRoom = false
      this.#on.onNoRoom()
    }
  }
}
