import { type FfmpegRun, ffmpeg, inputOf } from './ffmpeg.ts'

/**
 * EBU R128, in LUFS: a usual loudness for phones. LRA is the maximum, so that a whole film gets one change of volume if
 * its peaks allow that.
 */
const WANTED = -16
const LOUDNORM = `loudnorm=I=${WANTED}:TP=-1.5:LRA=20`
const NEAR = 0.5
/** A film below this has no speech: its volume stays. */
const SILENCE = -55
/** If peaks are limited, the first pass is a little too soft. */
const MOST_ROUNDS = 2
const PLAIN = 'aformat=sample_rates=48000:channel_layouts=mono'

const UNCOMPRESSED = ['-c:a', 'pcm_s16le', '-f', 'matroska']

/** Brings the sound of a working copy to the wanted loudness, in a file of its own. */
export async function levelSound(
  copy: string,
  sound: string,
  run: FfmpegRun,
  { rounds = MOST_ROUNDS, format = UNCOMPRESSED } = {},
): Promise<void> {
  const filters = [PLAIN]
  for (let round = 0; round < rounds; round += 1) {
    const measured = await measure(copy, filters, run)
    if (!(measured.loudness > SILENCE) || Math.abs(measured.loudness - WANTED) < NEAR) break
    filters.push(measured.filter, PLAIN)
  }
  const words = [...inputOf('matroska', copy), '-map', '0:a:0', '-af', filters.join(',')]
  await ffmpeg([...words, ...format, `file:${sound}`], run)
}

/** The loudness after these filters, and the filter for the remaining difference. */
async function measure(copy: string, filters: string[], run: FfmpegRun) {
  const all = [...filters, `${LOUDNORM}:print_format=json`].join(',')
  const words = ['-loglevel', 'info', ...inputOf('matroska', copy), '-map', '0:a:0', '-af', all, '-f', 'null', '-']
  const { errors } = await ffmpeg(words, run)
  const found = JSON.parse(errors.slice(errors.lastIndexOf('{'), errors.lastIndexOf('}') + 1))
  const loudness = Number.parseFloat(found.input_i)
  const known = {
    // loudnorm rejects values above 0, and takes a range of 0 as not measured.
    measured_I: Math.min(0, loudness),
    measured_TP: found.input_tp,
    measured_LRA: Math.max(0.1, Number.parseFloat(found.input_lra)),
    measured_thresh: Math.min(0, Number.parseFloat(found.input_thresh)),
    offset: found.target_offset,
    linear: true,
  }
  const settings = Object.entries(known).map(([name, value]) => `${name}=${value}`)
  return { loudness, filter: [LOUDNORM, ...settings].join(':') }
}
