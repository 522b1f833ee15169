import { expect, test } from 'vitest'
import { createMp3Encoder } from 'wasm-media-encoders/esnext'
import { type EncodedPiece, Encoding } from './encoding.ts'
import { BLOCK_SAMPLES } from './recording-format.ts'

const SAMPLES_A_FRAME = 1152
/** The values that the bits in the header of an MPEG-1 layer III frame stand for. */
const RATES = [44_100, 48_000, 32_000]
const KBITS = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const MONO = 3

async function encoded(seconds: number, sampleRate: number): Promise<EncodedPiece[]> {
  const pieces: EncodedPiece[] = []
  const encoding = new Encoding(await createMp3Encoder(), sampleRate, piece => pieces.push(piece))
  const total = seconds * sampleRate
  for (let at = 0; at < total; at += BLOCK_SAMPLES)
    encoding.add(
      Float32Array.from({ length: Math.min(BLOCK_SAMPLES, total - at) }, (_, i) => Math.sin((at + i) / 20) / 2),
    )
  encoding.end()
  return pieces
}

/** Every frame, read one after the other as a decoder does. */
function framesOf(mp3: Uint8Array) {
  const frames: { kbits: number; rate: number; mode: number }[] = []
  let at = 0
  while (at + 4 <= mp3.length) {
    const [sync, version, sizes, mode] = mp3.subarray(at, at + 4) as unknown as [number, number, number, number]
    expect([sync, version & 0xfe], `byte ${at} begins a frame`).toEqual([0xff, 0xfa])
    const [kbits, rate] = [KBITS[sizes >> 4] as number, RATES[(sizes >> 2) & 3] as number]
    frames.push({ kbits, rate, mode: mode >> 6 })
    at += Math.floor((144_000 * kbits) / rate) + ((sizes >> 1) & 1)
  }
  expect(at, 'the last frame is whole').toBe(mp3.length)
  return frames
}

test.each([44_100, 48_000, 32_000])(
  'speech of %i samples a second becomes mono mp3 of 160 kbit/s',
  async sampleRate => {
    const pieces = await encoded(3, sampleRate)
    const frames = framesOf(Buffer.concat(pieces.map(({ mp3 }) => mp3)))
    expect(new Set(frames.map(frame => JSON.stringify(frame)))).toEqual(
      new Set([JSON.stringify({ kbits: 160, rate: sampleRate, mode: MONO })]),
    )
    expect(Math.abs((frames.length * SAMPLES_A_FRAME) / sampleRate - 3)).toBeLessThan(0.1)
  },
)

test('pieces come at least once a second, add up to the whole recording, and the last one is marked', async () => {
  const pieces = await encoded(3, 48_000)
  expect(Math.max(...pieces.map(({ seconds }) => seconds))).toBeLessThan(0.7)
  expect(Math.abs(pieces.reduce((sum, { seconds }) => sum + seconds, 0) - 3)).toBeLessThan(0.1)
  expect(pieces.map(({ isLast }) => isLast)).toEqual([...pieces.slice(1).map(() => false), true])
})

test('a recording that broke off after any piece ends with a whole frame', async () => {
  const pieces = await encoded(3, 44_100)
  for (let kept = 1; kept < pieces.length; kept++) {
    const frames = framesOf(Buffer.concat(pieces.slice(0, kept).map(({ mp3 }) => mp3)))
    const seconds = pieces.slice(0, kept).reduce((sum, piece) => sum + piece.seconds, 0)
    expect((frames.length * SAMPLES_A_FRAME) / 44_100).toBeCloseTo(seconds, 6)
    expect(seconds, 'little is on its way').toBeGreaterThan(kept * 0.5 - 0.15)
  }
})

test('a rate that mp3 does not have is refused, not slowed down', async () => {
  await expect(encoded(1, 16_000)).rejects.toThrow('16000 Hz')
})
