export const LIMIT_SECONDS = 120
export const KBIT_PER_SECOND = 160
/** Samples in one block for the encoder. */
export const BLOCK_SAMPLES = 4096

const RATES = [44_100, 48_000, 32_000] as const
type Mp3Rate = (typeof RATES)[number]

/** Whether an mp3 of this bitrate can have this sample rate. */
export function isMp3Rate(rate: number): rate is Mp3Rate {
  return (RATES as readonly number[]).includes(rate)
}
