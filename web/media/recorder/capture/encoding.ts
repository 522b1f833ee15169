import type { WasmMediaEncoder } from 'wasm-media-encoders/esnext'
import { isMp3Rate, KBIT_PER_SECOND } from './recording-format.ts'

/** While one piece is filled, another one is written to disk, so at most a second is unsaved. */
const PIECE_SECONDS = 0.5

export type EncodedPiece = { mp3: Uint8Array<ArrayBuffer>; seconds: number; isLast: boolean }

/** Encodes blocks of samples as mp3 and sends it about twice a second. */
export class Encoding {
  readonly #encoder: WasmMediaEncoder<'audio/mpeg'>
  readonly #sampleRate: number
  readonly #onPiece: (piece: EncodedPiece) => void
  #parts: Uint8Array[] = []
  #samples = 0

  constructor(encoder: WasmMediaEncoder<'audio/mpeg'>, sampleRate: number, onPiece: (piece: EncodedPiece) => void) {
    if (!isMp3Rate(sampleRate)) throw new RangeError(`No mp3: ${sampleRate} Hz`)
    encoder.configure({ channels: 1, sampleRate, outputSampleRate: sampleRate, bitrate: KBIT_PER_SECOND })
    this.#encoder = encoder
    this.#sampleRate = sampleRate
    this.#onPiece = onPiece
  }

  add(block: Float32Array): void {
    // The encoder returns its own memory, which the next call overwrites.
    this.#parts.push(this.#encoder.encode([block]).slice())
    this.#samples += block.length
    if (this.#samples >= PIECE_SECONDS * this.#sampleRate) this.#handOver(false)
  }

  end(): void {
    this.#parts.push(this.#encoder.finalize().slice())
    this.#handOver(true)
  }

  /**
   * Whole frames only: together with the parts before it, each part is a file that every decoder and our server
   * accepts.
   */
  #handOver(isLast: boolean): void {
    const mp3 = joined(this.#parts)
    const { bytes, seconds } = wholeFrames(mp3, this.#sampleRate)
    this.#onPiece({ mp3: mp3.slice(0, bytes), seconds, isLast })
    this.#parts = [mp3.slice(bytes)]
    this.#samples = 0
  }
}

function joined(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const SAMPLES_A_FRAME = 1152
const HEAD_BYTES = 4

/** Counts the bytes of the encoder's output that are whole frames, and how long they sound. */
function wholeFrames(mp3: Uint8Array, sampleRate: number): { bytes: number; seconds: number } {
  const length = Math.floor((SAMPLES_A_FRAME / 8) * ((KBIT_PER_SECOND * 1000) / sampleRate))
  let [bytes, frames] = [0, 0]
  while (bytes + HEAD_BYTES <= mp3.length) {
    const isPadded = ((mp3[bytes + 2] as number) & 2) !== 0
    const end = bytes + length + (isPadded ? 1 : 0)
    if (end > mp3.length) break
    bytes = end
    frames += 1
  }
  return { bytes, seconds: (frames * SAMPLES_A_FRAME) / sampleRate }
}
