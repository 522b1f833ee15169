import { rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { withTemporaryFiles } from '../../media/storage/temporary-files.ts'
import { type FfmpegRun, ffmpeg, inputOf } from './ffmpeg.ts'

/**
 * EBU R128: a usual loudness for phones. LRA is the maximum, so that a whole film gets one change of volume if
 * its peaks allow that.
 */
const TARGET_LUFS = -16
const LOUDNORM = `loudnorm=I=${TARGET_LUFS}:TP=-1.5:LRA=20`
const NEAR = 0.5
/** A film below this has no speech: its volume stays. */
const SILENCE = -55
/** A second round is needed if the first one has to limit peaks: then its result is a little too soft. */
const MAX_ROUNDS = 2
const PLAIN = 'aformat=sample_rates=48000:channel_layouts=mono'

const UNCOMPRESSED = ['-c:a', 'pcm_s16le', '-f', 'matroska']

/**
 * Brings the sound of a working copy to the wanted loudness, in a file of its own. Each round works on the sound of the
 * round before and measures what it makes, so a round decodes a long sound once.
 */
export async function levelSound(
  copy: string,
  sound: string,
  run: FfmpegRun,
  { rounds = MAX_ROUNDS, format = UNCOMPRESSED } = {},
): Promise<void> {
  await withTemporaryFiles(dirname(sound), async (...files) => {
    let levelled = copy
    let measured = await measure(copy, [PLAIN], [], run)
    for (let round = 0; round < rounds && isOff(measured); round += 1) {
      const target = files[round % 2] as string
      const filters = [PLAIN, measured.filter, PLAIN, 'asplit=2[kept]']
      measured = await measure(levelled, filters, ['-map', '[kept]', ...UNCOMPRESSED, '-y', `file:${target}`], run)
      levelled = target
    }
    if (levelled !== copy && format === UNCOMPRESSED) return await rename(levelled, sound)
    const words = [...inputOf('matroska', levelled), '-map', '0:a:0', '-af', PLAIN]
    await ffmpeg([...words, ...format, `file:${sound}`], run)
  })
}

type Measured = { loudness: number; filter: string }

function isOff({ loudness }: Measured): boolean {
  return loudness > SILENCE && Math.abs(loudness - TARGET_LUFS) >= NEAR
}

/** Measures the loudness after `filters`, and makes a filter for what is missing. May write the filtered sound, too. */
async function measure(sound: string, filters: string[], output: string[], run: FfmpegRun): Promise<Measured> {
  const all = ['[0:a:0]', filters.join(), `,${LOUDNORM}:print_format=json[measured]`].join('')
  const nothing = ['-map', '[measured]', '-f', 'null', '-']
  const words = ['-loglevel', 'info', ...inputOf('matroska', sound), '-filter_complex', all, ...nothing, ...output]
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
