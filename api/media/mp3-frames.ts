import { createHash } from 'node:crypto'
import { Refusal } from '../../contract/refusals.ts'

const LEAST_FRAMES = 3
/** A frame begins with four bytes that tell all about it. */
const HEAD = 4
const NOTHING = Buffer.alloc(0)
const TAG_HEAD = 10
const TAG_LIMIT = 256 * 1024

/**
 * The MPEG layer III frames of an mp3, and nothing else of it: a tag at its beginning is left out. Refuses whatever is not
 * one frame after the other up to the last byte, the latest at its end. Sizes and hash are those of what came so far.
 */
export class Mp3Frames implements AsyncIterable<Buffer> {
  bytes = 0
  #frames = 0
  #seconds = 0
  #kind: Frame | undefined
  /** Bytes until the next frame begins. */
  #left = 0
  /** The beginning of a frame that was cut in its first four bytes. */
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
    if (this.#frames < LEAST_FRAMES) throw new Refusal('bad-request', { message: 'file: there is nothing to hear' })
  }

  /** Goes from frame to frame, as each tells where the next one begins. */
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
    return frame.length
  }
}

function notAnMp3(): Refusal {
  return new Refusal('unsupported-media-type', { message: 'file: this is not an mp3 from its first to its last byte' })
}

/** Leaves out an ID3v2 tag. It may say what no recording of a voice should, and hide what is no sound. */
async function* withoutTag(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(0)
  let left = 0
  for await (const chunk of source) {
    let fresh = chunk
    if (head) {
      head = Buffer.concat([head, chunk])
      if (head.length < TAG_HEAD) continue
      left = tagLength(head)
      if (left > TAG_LIMIT) throw notAnMp3()
      fresh = head
      head = undefined
    }
    const skipped = Math.min(left, fresh.length)
    left -= skipped
    if (skipped < fresh.length) yield fresh.subarray(skipped)
  }
  if (left > 0) throw notAnMp3()
  if (head && head.length > 0) yield head
}

/** 0 where there is no tag. Each of its four bytes of length has seven bits. */
function tagLength(head: Buffer): number {
  if (head.toString('latin1', 0, 3) !== 'ID3') return 0
  const size = head.subarray(6, TAG_HEAD).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0)
  const hasFooter = ((head[5] ?? 0) & 0x10) !== 0
  return TAG_HEAD + size + (hasFooter ? TAG_HEAD : 0)
}

type Frame = { version: number; sampleRate: number; samples: number; length: number }

const MPEG_1 = 3
const LAYER_3 = 1
/** kbit/s by index, of MPEG 1 and of its later, lower rates. */
const BITRATES = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const LOW_BITRATES = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
/** By version: 2.5, none, 2, 1. */
const SAMPLE_RATES = [[11025, 12000, 8000], [], [22050, 24000, 16000], [44100, 48000, 32000]]

/** Reads the four bytes that begin a frame (ISO 11172-3, 2.4.1.3); undefined where no frame begins. */
function frameAt(bytes: Buffer, at: number): Frame | undefined {
  const [first, second, third, fourth] = bytes.subarray(at, at + 4) as unknown as [number, number, number, number]
  const isSync = first === 0xff && second >= 0xe0
  const version = (second >> 3) & 3
  const kbits = (version === MPEG_1 ? BITRATES : LOW_BITRATES)[third >> 4]
  const sampleRate = SAMPLE_RATES[version]?.[(third >> 2) & 3]
  const hasEmphasis = (fourth & 3) !== 2
  if (!isSync || ((second >> 1) & 3) !== LAYER_3 || !kbits || !sampleRate || !hasEmphasis) return undefined
  const samples = version === MPEG_1 ? 1152 : 576
  const padding = (third >> 1) & 1
  return { version, sampleRate, samples, length: Math.floor((samples / 8) * ((kbits * 1000) / sampleRate)) + padding }
}
