export const LIMIT_SECONDS = 120
export const KBIT_PER_SECOND = 160
/** How many samples go to the encoder at once. */
export const BLOCK_SAMPLES = 4096

const RATES = [44_100, 48_000, 32_000] as const
type Mp3Rate = (typeof RATES)[number]

/** Whether an mp3 of this bitrate can have so many samples a second. */
export function isMp3Rate(rate: number): rate is Mp3Rate {
  return (RATES as readonly number[]).includes(rate)
}
