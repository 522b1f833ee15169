import { pauseAll } from '../play-alone.ts'
import type { EncodedPiece } from './encoding.ts'
import { closeMicrophone, onMicrophoneGone, openMicrophone } from './microphone.ts'
import { openEncoder } from './open-encoder.ts'
import { openGatherer } from './open-gatherer.ts'
import { openMp3Context } from './open-mp3-context.ts'
import { RecorderTrouble } from './recorder-trouble.ts'
import { LIMIT_SECONDS } from './recording-format.ts'
import type { Heard } from './workers/gatherer.ts'

/** The last piece is on its way for milliseconds; where it does not come, what is here has to do. */
const LAST_PIECE_WITHIN_MS = 2000

/** By the person, by the limit of time, or because the microphone went away. */
export type Ending = 'stopped' | 'limit' | 'gone'

type Told = {
  /** Twelve times a second. */
  onHeard(heard: Heard): void
  onPiece(piece: EncodedPiece): void
  /** After the last piece, once. */
  onEnd(ending: Ending): void
}

let current: Recording | undefined

/** From the microphone to mp3. Of several on a page, one listens: the one that was begun last. */
export class Recording {
  readonly #told: Told
  readonly #context = openMp3Context()
  #microphone: MediaStream | undefined
  #encoder: Worker | undefined
  #gatherer: AudioWorkletNode | undefined
  #ending: Ending | undefined
  #isOver = false
  #patience: ReturnType<typeof setTimeout> | undefined

  constructor(told: Told) {
    this.#told = told
  }

  /** Resolves when it listens; rejected with a `RecorderTrouble`. */
  async begin(): Promise<void> {
    current?.stop()
    current = this
    const { port1: samples, port2: encoder } = new MessageChannel()
    try {
      await this.#openAll(samples)
      this.#listen(encoder)
    } catch (error) {
      this.close()
      throw error instanceof RecorderTrouble ? error : new RecorderTrouble('noMicrophone', error)
    }
  }

  /** What was said until now comes as the last piece. */
  stop(ending: Ending = 'stopped'): void {
    if (this.#ending) return
    this.#ending = ending
    if (this.#microphone) closeMicrophone(this.#microphone)
    this.#gatherer?.port.postMessage('end')
    this.#waitForLastPiece()
  }

  /** Nothing is told any more. */
  close(): void {
    this.#isOver = true
    clearTimeout(this.#patience)
    if (this.#microphone) closeMicrophone(this.#microphone)
    this.#encoder?.terminate()
    if (this.#context.state !== 'closed') void this.#context.close()
    if (current === this) current = undefined
  }

  /** Side by side, and all of them to their end: what was opened has to be closed, whatever became of the others. */
  async #openAll(samples: MessagePort): Promise<void> {
    const context = this.#context
    const opened = await Promise.allSettled([
      openMicrophone().then(microphone => {
        this.#microphone = microphone
      }),
      openEncoder(
        { sampleRate: context.sampleRate, samples },
        { onPiece: piece => this.#take(piece), onBroken: () => this.#finish('gone') },
      ).then(encoder => {
        this.#encoder = encoder
      }),
      openGatherer(context).then(gatherer => {
        this.#gatherer = gatherer
      }),
      context.resume(),
    ])
    const failed = opened.find(result => result.status === 'rejected')
    if (failed) throw failed.reason
  }

  #listen(encoder: MessagePort): void {
    const [context, microphone, gatherer] = [this.#context, this.#microphone, this.#gatherer]
    if (!microphone || !gatherer) return
    pauseAll()
    gatherer.port.onmessage = ({ data }: MessageEvent<Heard>) => {
      if (!this.#ending) this.#told.onHeard(data)
      if (data.seconds >= LIMIT_SECONDS) this.stop('limit')
    }
    gatherer.port.postMessage('begin', [encoder])
    context.createMediaStreamSource(microphone).connect(gatherer)
    onMicrophoneGone(microphone, context, () => this.stop('gone'))
  }

  #take(piece: EncodedPiece): void {
    if (this.#isOver) return
    this.#told.onPiece(piece)
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
    this.#told.onEnd(this.#ending ?? ending)
  }
}
