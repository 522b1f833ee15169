import { pauseAll } from '../play-alone.ts'
import { type AudioPipeline, closePipeline, openPipeline } from './audio-pipeline.ts'
import type { EncodedPiece } from './encoding.ts'
import { closeMicrophone, onMicrophoneGone } from './microphone.ts'
import { RecorderTrouble } from './recorder-trouble.ts'
import { LIMIT_SECONDS } from './recording-format.ts'
import type { Heard } from './workers/capture-processor.ts'

/** The last piece is on its way for milliseconds; where it does not come, what is here has to do. */
const LAST_PIECE_WITHIN_MS = 2000

/** By the person, by the limit of time, or because the microphone went away. */
export type Ending = 'stopped' | 'limit' | 'gone'

type Callbacks = {
  /** Twelve times a second. */
  onHeard(heard: Heard): void
  onPiece(piece: EncodedPiece): void
  /** After the last piece, once. */
  onEnd(ending: Ending): void
}

let current: Recording | undefined

/**
 * From the microphone to mp3. Of several on a page, one listens: the one that was begun last. The worklet, the worker and
 * the encoder come with the first one. They are no modules of the page: what failed to come is asked for again.
 */
export class Recording {
  readonly #on: Callbacks
  #pipeline: AudioPipeline | undefined
  #ending: Ending | undefined
  #isOver = false
  #patience: ReturnType<typeof setTimeout> | undefined

  constructor(on: Callbacks) {
    this.#on = on
  }

  /** Resolves when it listens; rejected with a `RecorderTrouble`. */
  async begin(): Promise<void> {
    current?.stop()
    current = this
    try {
      this.#pipeline = await openPipeline({ onPiece: piece => this.#take(piece), onBroken: () => this.#finish('gone') })
      this.#listen(this.#pipeline)
      // Another one was begun while this one waited for leave.
      if (current !== this) this.stop()
    } catch (error) {
      this.close()
      throw error instanceof RecorderTrouble ? error : new RecorderTrouble('noMicrophone', error)
    }
  }

  /** What was said until now comes as the last piece. */
  stop(ending: Ending = 'stopped'): void {
    if (this.#ending || !this.#pipeline) return
    this.#ending = ending
    closeMicrophone(this.#pipeline.microphone)
    this.#pipeline.capture.port.postMessage('end')
    this.#waitForLastPiece()
  }

  /** Nothing is told any more. */
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
      if (data.seconds >= LIMIT_SECONDS) this.stop('limit')
    }
    capture.port.postMessage('begin', [toEncoder])
    context.createMediaStreamSource(microphone).connect(capture)
    onMicrophoneGone(microphone, context, () => this.stop('gone'))
  }

  #take(piece: EncodedPiece): void {
    if (this.#isOver) return
    this.#on.onPiece(piece)
    if (piece.isLast) this.#finish('stopped')
    else if (this.#ending) this.#waitForLastPiece()
  }

  #waitForLastPiece(): void {
    clearTimeout(this.#patience)
    this.#patience = setTimeout(() => this.#finish('gone'), LAST_PIECE_WITHIN_MS)
  }

  #finish(ending: Ending): void {
    if (this.#isOver) return
    this.close()
    this.#on.onEnd(this.#ending ?? ending)
  }
}
