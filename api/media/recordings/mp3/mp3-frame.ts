export type Frame = { version: number; sampleRate: number; samples: number; length: number }

const MPEG_1 = 3
const LAYER_3 = 1
/** kbit/s by index, for MPEG 1 and for the lower sample rates of MPEG 2. */
const BITRATES = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const LOW_BITRATES = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
/** Sample rates by version: 2.5, none, 2, 1. */
const SAMPLE_RATES = [[11025, 12000, 8000], [], [22050, 24000, 16000], [44100, 48000, 32000]]

/** Parses the header of a frame (ISO 11172-3, 2.4.1.3). Undefined if it is invalid. */
export function frameAt(bytes: Buffer, at: number): Frame | undefined {
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
