/** The level of a silent room. */
const QUIET_DB = -55
/** The level of a loud voice. */
const LOUD_DB = -12

/** Loudness from 0 to 1, on the logarithmic scale of human hearing. */
export function levelOf(samples: Float32Array): number {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, samples.length)
  const db = 10 * Math.log10(power)
  return Math.min(1, Math.max(0, (db - QUIET_DB) / (LOUD_DB - QUIET_DB)))
}
