import { pauseAll } from '../../play-alone.ts'
import { type AudioPipeline, closePipeline, openPipeline } from './audio-pipeline.ts'
import type { EncodedPiece } from './encoding.ts'
import { closeMicrophone, onMicrophoneGone } from './microphone.ts'
import { RecorderError } from './recorder-error.ts'
import { LIMIT_SECONDS } from './recording-format.ts'
import type { Heard } from './workers/capture-processor.ts'

/** The last piece usually comes within milliseconds. After this time the recording ends without it. */
const LAST_PIECE_WITHIN_MS = 2000

/** What ended the recording: the person, the time limit, or a microphone that was removed. */
export type RecordingEnd = 'stopped' | 'limit' | 'gone'

type Callbacks = {
  /** Called twelve times a second. */
  onHeard(heard: Heard): void
  onPiece(piece: EncodedPiece): void
  /** Called once, after the last piece. */
  onEnd(ending: RecordingEnd): void
}

let current: Recording | undefined

/**
 * A recording from the microphone to mp3. If a page begins several, only the last one records. The first recording
 * loads the worklet, the worker and the encoder. They are not modules of the page, so a failed load is tried again.
 */
export class Recording {
  readonly #on: Callbacks
  readonly #limitSeconds: number
  #pipeline: AudioPipeline | undefined
  #ending: RecordingEnd | undefined
  #isOver = false
  #patience: ReturnType<typeof setTimeout> | undefined

  constructor(on: Callbacks, limitSeconds = LIMIT_SECONDS) {
    this.#on = on
    this.#limitSeconds = limitSeconds
  }

  /** Resolves when the recording has begun. Rejects with a `RecorderError`. */
  async begin(): Promise<void> {
    current?.stop()
    current = this
    try {
      this.#pipeline = await openPipeline({ onPiece: piece => this.#take(piece), onBroken: () => this.#finish('gone') })
      this.#listen(this.#pipeline)
      // Another recording began while this one waited for permission.
      if (current !== this) this.stop()
    } catch (error) {
      this.close()
      throw error instanceof RecorderError ? error : new RecorderError('noMicrophone', error)
    }
  }

  /** Ends the recording. What was heard and not delivered yet becomes the last piece. */
  stop(ending: RecordingEnd = 'stopped'): void {
    if (this.#ending || !this.#pipeline) return
    this.#ending = ending
    closeMicrophone(this.#pipeline.microphone)
    this.#pipeline.capture.port.postMessage('end')
    this.#waitForLastPiece()
  }

  /** Closes everything without another call of a listener. */
  close(): void {
    this.#isOver = true
    clearTimeout(this.#patience)
    if (this.#pipeline) closePipeline(this.#pipeline)
    if (current === this) current = undefined
  }

  #listen({ context, microphone, capture, toEncoder }: AudioPipeline): void {
    pauseAll()
    capture.port.onmessage = ({ data }: MessageEvent<Heard>) => {
      if (!this.#ending) this.#on.onHeard(data)
      if (data.seconds >= this.#limitSeconds) this.stop('limit')
    }
    capture.port.postMessage(this.#limitSeconds, [toEncoder])
    context.createMediaStreamSource(microphone).connect(capture)
    onMicrophoneGone(microphone, context, () => this.stop('gone'))
  }

  #take(piece: EncodedPiece): void {
    if (this.#isOver) return
    this.#on.onPiece(piece)
    // If nobody has stopped the recording, it ends at the limit. The encoder may report that before the worklet does.
    if (piece.isLast) this.#finish('limit')
    else if (this.#ending) this.#waitForLastPiece()
  }

  #waitForLastPiece(): void {
    clearTimeout(this.#patience)
    this.#patience = setTimeout(() => this.#finish('gone'), LAST_PIECE_WITHIN_MS)
  }

  #finish(ending: RecordingEnd): void {
    if (this.#isOver) return
    this.close()
    this.#on.onEnd(this.#ending ?? ending)
  }
}
