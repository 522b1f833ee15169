/** kbit/s of MPEG-1 layer III, by the number in the head of a frame. */
const KBITS = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const RATES = [44_100, 48_000, 32_000]
const SAMPLES = 1152

type Frame = { at: number; bytes: number; seconds: number }

/** The frames of an mp3 as our recorder makes it: MPEG-1, from its first byte on. */
export function framesOf(mp3: Uint8Array): Frame[] {
  const frames: Frame[] = []
  for (let at = 0; at + 4 <= mp3.length; ) {
    const [, second = 0, third = 0] = mp3.subarray(at, at + 3)
    const [kbits = 0, rate] = [KBITS[third >> 4], RATES[(third >> 2) & 3]]
    const isFrame = mp3[at] === 0xff && (second & 0xfe) === 0xfa && kbits > 0 && rate !== undefined
    if (!isFrame) {
      at++
      continue
    }
    const bytes = Math.floor((144_000 * kbits) / rate) + ((third >> 1) & 1)
    if (at + bytes > mp3.length) break
    frames.push({ at, bytes, seconds: SAMPLES / rate })
    at += bytes
  }
  return frames
}

/** The part of an mp3 between two times. It is cut between frames, so nothing is encoded once more. */
export function cutMp3(mp3: Uint8Array<ArrayBuffer>, from: number, to: number): Uint8Array<ArrayBuffer> {
  let time = 0
  let [begin, end] = [mp3.length, 0]
  for (const { at, bytes, seconds } of framesOf(mp3)) {
    const middle = time + seconds / 2
    time += seconds
    if (middle < from || middle > to) continue
    begin = Math.min(begin, at)
    end = at + bytes
  }
  return mp3.subarray(begin, Math.max(begin, end))
}
