import { availableParallelism } from 'node:os'
import * as v from 'valibot'
import type { Findings } from '../reading/findings.ts'
import { isFilm, type MediaFile } from '../reading/media-file.ts'
import { FfmpegError, ffprobe, inputOf } from './ffmpeg.ts'
import { inParallel } from './in-parallel.ts'

/** A film that ffmpeg can read. */
export type Film = { file: MediaFile; seconds: number; hasSound: boolean }

/** A film from a phone is within these limits. A larger one would keep the machine busy for hours. */
const MAX_MINUTES = 30
const MIN_SIDE = 64
const MAX_SIDE = 4096
const MAX_RATIO = 4

/** The path in the course folder, for messages. */
export function pathInCourse({ name }: MediaFile): string {
  return name
}

/** Examines all films among the files. Reports the unusable ones and leaves them out. */
export async function readFilms(media: readonly MediaFile[], findings: Findings): Promise<Film[]> {
  const films = new Map<MediaFile, Film | undefined>()
  const candidates = media.filter(file => isFilm(file) && !findings.hasMistakeIn(pathInCourse(file)))
  await inParallel(candidates, availableParallelism(), async file => {
    films.set(file, await readFilm(file, findings))
  })
  return media.flatMap(file => films.get(file) ?? [])
}

async function readFilm(file: MediaFile, findings: Findings): Promise<Film | undefined> {
  const found = await probeFilm(file.source)
  if (typeof found !== 'string') return { file, ...found }
  findings.at(pathInCourse(file)).mistake(found)
  return undefined
}

/** The data from which the sizes of a film are made, or the reason why the film cannot be used. Needs ffmpeg. */
export async function probeFilm(source: string): Promise<Pick<Film, 'seconds' | 'hasSound'> | string> {
  try {
    const { seconds, picture, hasSound } = await look(source)
    const mistake = picture ? sizeMistake(picture) : 'has no picture: sound alone goes into an .mp3'
    if (mistake) return mistake
    if (!(seconds > 0)) return 'does not say how long it is'
    return seconds > MAX_MINUTES * 60 ? `is longer than ${MAX_MINUTES} minutes` : { seconds, hasSound }
  } catch (error) {
    if (!(error instanceof FfmpegError)) throw error
    return `cannot be read as a film: a part of it is missing or damaged. Take the original again. ffmpeg says: ${error.message}`
  }
}

const ProbeOutput = v.object({
  streams: v.array(
    v.object({
      codec_type: v.optional(v.string()),
      width: v.optional(v.number(), 0),
      height: v.optional(v.number(), 0),
      disposition: v.optional(v.object({ attached_pic: v.number() })),
    }),
  ),
  format: v.object({ duration: v.optional(v.string(), '') }),
})
type Picture = { width: number; height: number }

const ASKED = 'stream=codec_type,width,height:stream_disposition=attached_pic:format=duration'

async function look(source: string) {
  const words = ['-v', 'error', '-show_entries', ASKED, '-of', 'json', ...inputOf('mov', source)]
  const { output } = await ffprobe(words)
  const { streams, format } = v.parse(ProbeOutput, JSON.parse(output))
  return {
    seconds: Number.parseFloat(format.duration),
    // The cover picture of a song is a video stream, too.
    picture: streams.find(one => one.codec_type === 'video' && one.disposition?.attached_pic !== 1),
    hasSound: streams.some(one => one.codec_type === 'audio'),
  }
}

function sizeMistake({ width, height }: Picture): string | undefined {
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  if (short >= MIN_SIDE && long <= MAX_SIDE && long <= MAX_RATIO * short) return undefined
  return `is ${width} × ${height}: both sides are from ${MIN_SIDE} to ${MAX_SIDE}, none more than ${MAX_RATIO} times the other`
}
