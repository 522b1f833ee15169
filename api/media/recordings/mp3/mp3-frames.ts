import { createHash } from 'node:crypto'
import { ApiError } from '../../../../contract/calls/api-error.ts'
import { RECORDING_LIMIT_MS } from '../../../../contract/media.ts'
import { type Frame, frameAt } from './mp3-frame.ts'
import { notAnMp3 } from './not-an-mp3.ts'
import { withoutTag } from './without-tag.ts'

const MIN_FRAMES = 3
/** Bytes of the header of a frame. */
const HEAD = 4
const NOTHING = Buffer.alloc(0)

/**
 * The MPEG layer III frames of an mp3, without the tag at its beginning. Throws at the first byte that belongs to no
 * frame, and at the end if the last frame is cut off. Sizes and hash are those of the frames that were read.
 */
export class Mp3Frames implements AsyncIterable<Buffer> {
  bytes = 0
  #frames = 0
  #seconds = 0
  #kind: Frame | undefined
  /** Bytes until the next frame begins. */
  #left = 0
  /** The beginning of a header that continues in the next chunk. */
  #cut: Buffer = NOTHING
  readonly #hash = createHash('sha256')
  readonly #source: AsyncIterable<Buffer>

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source
  }

  get durationMs(): number {
    return Math.round(this.#seconds * 1000)
  }

  get sha256(): string {
    return this.#hash.copy().digest('hex')
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    for await (const chunk of withoutTag(this.#source)) {
      this.#follow(chunk)
      this.bytes += chunk.length
      this.#hash.update(chunk)
      yield chunk
    }
    if (this.#left > 0 || this.#cut.length > 0) throw notAnMp3()
    if (this.#frames < MIN_FRAMES) throw new ApiError('bad-request', { message: 'file: there is nothing to hear' })
  }

  /** Each header gives the length of its frame, and so the start of the next one. */
  #follow(chunk: Buffer): void {
    let at = this.#left
    if (this.#cut.length > 0) {
      const head = Buffer.concat([this.#cut, chunk.subarray(0, HEAD - this.#cut.length)])
      at = head.length < HEAD ? chunk.length : this.#lengthOf(head, 0) - this.#cut.length
      this.#cut = head.length < HEAD ? head : NOTHING
    }
    while (at + HEAD <= chunk.length) at += this.#lengthOf(chunk, at)
    if (at < chunk.length) this.#cut = Buffer.from(chunk.subarray(at))
    this.#left = Math.max(0, at - chunk.length)
  }

  #lengthOf(bytes: Buffer, at: number): number {
    const frame = frameAt(bytes, at)
    this.#kind ??= frame
    if (!frame || frame.version !== this.#kind?.version || frame.sampleRate !== this.#kind.sampleRate) throw notAnMp3()
    this.#frames += 1
    this.#seconds += frame.samples / frame.sampleRate
    if (this.durationMs > RECORDING_LIMIT_MS) throw new ApiError('recording-too-long')
    return frame.length
  }
}
