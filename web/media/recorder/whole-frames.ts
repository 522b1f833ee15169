import { KBIT_PER_SECOND } from './recording-format.ts'

const SAMPLES_A_FRAME = 1152
const HEAD_BYTES = 4

/** How many bytes of what an encoder has written so far are whole frames, and how long they sound. */
export function wholeFrames(mp3: Uint8Array, sampleRate: number): { bytes: number; seconds: number } {
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
