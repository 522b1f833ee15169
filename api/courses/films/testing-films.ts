import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { migrate } from '../../database/migrate.ts'
import { openDatabase } from '../../database/open.ts'
import type { Files } from '../testing.ts'

type Recording = {
  /** https://ffmpeg.org/ffmpeg-filters.html#Video-Sources */
  picture?: string | undefined
  sound?: string | undefined
  seconds?: number
  words?: string[]
}

const films = new Map<string, Buffer>()

/** Each film is made once for the tests on both databases. */
export function record(recording: Recording): Buffer {
  const key = JSON.stringify(recording)
  const film = films.get(key) ?? make(recording)
  films.set(key, film)
  return film
}

function make({ picture, sound, seconds = 2, words = [] }: Recording): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'film-'))
  try {
    const sources = [picture, sound].flatMap(source => (source ? ['-f', 'lavfi', '-i', source] : []))
    const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac']
    const file = join(folder, 'film.mp4')
    execFileSync('ffmpeg', ['-v', 'error', ...sources, '-t', String(seconds), ...codecs, ...words, file])
    return readFileSync(file)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The correct course, and a lesson with a page for each film. */
export function withFilms(films: Record<string, Buffer>): Files {
  const pages = Object.keys(films).map((name, index) => `  - { id: film-${index}, type: video, avFilename: ${name} }\n`)
  const files = Object.entries(films).map(([name, film]) => [`media/${name}`, film])
  return {
    'lessons/03-pour.yaml': `id: tea-pour\ntitle: Pouring\npages:\n${pages.join('')}`,
    ...Object.fromEntries(files),
  }
}

/** A temporary database and media folder. `whenOver` says when they are removed: without it, when the test ends. */
export async function newPlace(whenOver: (remove: () => Promise<void>) => unknown = onTestFinished) {
  const dataDir = mkdtempSync(join(tmpdir(), 'films-'))
  const db = await openDatabase({ databaseUrl: '', dataDir })
  whenOver(async () => {
    await db.destroy()
    rmSync(dataDir, { recursive: true, force: true })
  })
  await migrate(db)
  const mediaDir = join(dataDir, 'media')
  return { db, dataDir, mediaDir, originals: { mediaDir, bucket: undefined, coming: new Map() } }
}

/** The streams of a file, by kind. */
export async function look(file: string) {
  const words = ['-v', 'error', '-show_streams', '-show_format', '-of', 'json', file]
  const { stdout } = await promisify(execFile)('ffprobe', words)
  const { streams, format } = JSON.parse(stdout)
  const ofKind = (kind: string) => streams.find((stream: { codec_type: string }) => stream.codec_type === kind)
  return {
    video: ofKind('video'),
    audio: ofKind('audio'),
    seconds: Number(format.duration),
    rate: Number(format.bit_rate),
  }
}

/** Integrated loudness (EBU R128) of each file, in LUFS. One ffmpeg measures all: its start takes longest. */
export async function loudnessOf(files: readonly string[]): Promise<number[]> {
  const inputs = files.flatMap(file => ['-i', file])
  const outputs = files.flatMap((_, index) => {
    const filter = `ebur128@${index}=framelog=verbose`
    return ['-map', `${index}:a`, '-af', filter, '-f', 'null', '-']
  })
  const { stderr } = await promisify(execFile)('ffmpeg', ['-hide_banner', '-nostats', ...inputs, ...outputs])
  return files.map((_, index) => {
    const summary = stderr.slice(stderr.lastIndexOf(`[ebur128@${index} `))
    return Number(/I:\s+(-?[\d.]+) LUFS/.exec(summary)?.[1])
  })
}
