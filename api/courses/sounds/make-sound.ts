import { copyFile, rm } from 'node:fs/promises'
import * as v from 'valibot'
import { MAX_SOUND_SECONDS } from '../../../contract/organisation/media/author-files.ts'
import { BadFileError } from '../files/bad-file.ts'
import { FfmpegError, ffmpeg, ffprobe, type InputFormat, inputOf } from '../films/ffmpeg.ts'
import { levelSound } from '../films/sound-level.ts'
import { withPlainFile } from '../reading/folder.ts'

const RUN = { limitSeconds: 120 }
/** A voice that was recorded close to a phone has peaks. Each round brings it nearer to the wanted loudness. */
const ROUNDS = 4
/** The clock of a phone may be late when it ends a recording. */
const TOLERANCE_SECONDS = 5
/** What learners load: half a megabyte a minute. */
const ENCODING = ['-c:a', 'libmp3lame', '-b:a', '56k', '-ac', '1', '-ar', '44100']
const MP3 = [...ENCODING, '-map_metadata', '-1', '-bitexact', '-f', 'mp3']

/** Converts an author's sound into the file `target` for learners. It becomes as loud as all other sounds. */
export async function makeSound(source: string, target: string): Promise<void> {
  const format = await formatOf(source)
  if (!format) throw new BadFileError('is no sound that can be used: mp3, m4a, wav or ogg')
  const copy = `${target}.copy`
  try {
    await expectSound(source, format)
    const plain = ['-map', '0:a:0', '-vn', '-ac', '1', '-ar', '48000', '-map_metadata', '-1', '-c:a', 'pcm_s16le']
    await ffmpeg([...inputOf(format, source), ...plain, '-f', 'matroska', `file:${copy}`], RUN)
    await levelSound(copy, target, RUN, { rounds: ROUNDS, format: MP3 })
  } catch (error) {
    const hasNoFfmpeg = (error as NodeJS.ErrnoException).code === 'ENOENT'
    if (hasNoFfmpeg && format === 'mp3') return await copyFile(source, target)
    if (hasNoFfmpeg)
      throw new BadFileError('cannot be turned into an mp3 on this server: it has no ffmpeg. An mp3 can be used')
    if (!(error instanceof FfmpegError)) throw error
    throw new BadFileError('cannot be read as a sound: a part of it is missing or damaged')
  } finally {
    await rm(copy, { force: true })
  }
}

/** Judges by the first bytes, not by the name. */
async function formatOf(source: string): Promise<InputFormat | undefined> {
  const head = await withPlainFile(source, async handle => {
    const { buffer } = await handle.read(Buffer.alloc(12), 0, 12, 0)
    return buffer
  })
  const text = (from: number, to: number) => head.toString('latin1', from, to)
  if (text(0, 3) === 'ID3' || (head[0] === 0xff && ((head[1] ?? 0) & 0xe0) === 0xe0)) return 'mp3'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WAVE') return 'wav'
  if (text(0, 4) === 'OggS') return 'ogg'
  return text(4, 8) === 'ftyp' ? 'mov' : undefined
}

const ProbeOutput = v.object({
  streams: v.array(v.object({ codec_type: v.optional(v.string()) })),
  format: v.object({ duration: v.optional(v.string(), '') }),
})
const ASKED = 'stream=codec_type:format=duration'

async function expectSound(source: string, format: InputFormat): Promise<void> {
  const words = ['-v', 'error', '-show_entries', ASKED, '-of', 'json', ...inputOf(format, source)]
  const { streams, format: whole } = v.parse(ProbeOutput, JSON.parse((await ffprobe(words)).output))
  const seconds = Number.parseFloat(whole.duration)
  if (!streams.some(one => one.codec_type === 'audio'))
    throw new BadFileError('is no sound that can be used: mp3, m4a, wav or ogg')
  if (!(seconds <= MAX_SOUND_SECONDS + TOLERANCE_SECONDS))
    throw new BadFileError(`is longer than ${MAX_SOUND_SECONDS / 60} minutes of sound`)
}
