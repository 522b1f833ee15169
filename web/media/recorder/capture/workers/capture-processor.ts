import { Blocks } from '../blocks.ts'
import { levelOf } from '../level.ts'

// These are in the scope of an audio worklet, but TypeScript does not know them.
declare const sampleRate: number
declare const registerProcessor: (name: string, processor: new () => AudioWorkletProcessor) => void
declare class AudioWorkletProcessor {
  readonly port: MessagePort
}

/** Sent to the page for each block; the samples go straight to the encoder. */
export type Heard = { level: number; seconds: number }

/** Runs in the audio thread: 128 samples at a time, and never for long. */
class CaptureProcessor extends AudioWorkletProcessor {
  #encoder: MessagePort | undefined
  #samples = 0
  #blocks: Blocks | undefined

  constructor() {
    super()
    // A message with a port to the encoder begins the recording; its data is the limit (s). One without a port ends it.
    this.port.onmessage = ({ data, ports: [encoder] }: MessageEvent<number>) => {
      if (!encoder) return this.#end()
      this.#encoder = encoder
      this.#blocks = new Blocks(data * sampleRate, block => this.#handOn(block))
    }
  }

  process([input]: Float32Array[][]): boolean {
    const samples = input?.[0]
    if (this.#encoder && samples) this.#blocks?.add(samples)
    if (!this.#blocks?.isFull) return true
    this.#end()
    return false
  }

  #handOn(block: Float32Array<ArrayBuffer>): void {
    this.#samples += block.length
    const heard: Heard = { level: levelOf(block), seconds: this.#samples / sampleRate }
    this.port.postMessage(heard)
    this.#encoder?.postMessage(block, [block.buffer])
  }

  #end(): void {
    this.#blocks?.end()
    this.#encoder?.postMessage(undefined)
    this.#encoder = undefined
  }
}

registerProcessor('capture', CaptureProcessor)
