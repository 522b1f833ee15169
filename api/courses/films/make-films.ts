import { stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { filmFile } from '../../../contract/films.ts'
import { flush, withTemporaryFiles, writeAtomically } from '../../media/storage/temporary-files.ts'
import { Findings } from '../reading/findings.ts'
import { FfmpegError, type FfmpegRun, ffmpeg, inputOf } from './ffmpeg.ts'
import { type Film, placeOf } from './film.ts'
import { type FilmFile, filmFiles } from './film-files.ts'
import { type FilmProgress, WorkDone } from './film-progress.ts'
import { inParallel } from './in-parallel.ts'
import { levelSound } from './sound-level.ts'
import { makeWorkingCopy } from './working-copy.ts'

export type MakeFilms = {
  /** Aborts the work. Finished files stay. */
  signal?: AbortSignal | undefined
  onProgress?(progress: FilmProgress): void
}

/**
 * Makes the missing sizes of stored films. Throws `CourseMistakes` with each film that ffmpeg refuses.
 * Files of the other films stay, so the next import has less to do.
 */
export async function makeFilms(films: readonly Film[], mediaDir: string, options: MakeFilms): Promise<void> {
  const findings = new Findings()
  const looked = await Promise.all(films.map(film => unfinished(film, mediaDir)))
  const works = looked.filter(({ missing }) => missing.length > 0)
  const done = new WorkDone(
    works.reduce((sum, work) => sum + weightOf(work), 0),
    options.onProgress,
  )
  for (const work of works) {
    try {
      await makeFilm(work, mediaDir, { done: done.of(placeOf(work.film.file)), signal: options.signal })
    } catch (error) {
      if (!(error instanceof FfmpegError)) throw error
      findings.at(placeOf(work.film.file)).mistake(`ffmpeg refuses it: ${error.message}`)
    }
  }
  findings.throwMistakes()
}

type Making = { done: ReturnType<WorkDone['of']>; signal: AbortSignal | undefined }
type Work = { film: Film; missing: FilmFile[] }

async function unfinished(film: Film, mediaDir: string): Promise<Work> {
  const wanted = filmFiles.filter(({ needsSound }) => film.hasSound || !needsSound)
  const there = await Promise.all(wanted.map(({ version }) => isThere(join(mediaDir, nameOf(film, version)))))
  return { film, missing: wanted.filter((_, index) => !there[index]) }
}

async function isThere(file: string): Promise<boolean> {
  return (await stat(file).catch(() => undefined)) !== undefined
}

/** In the same unit as `FilmFile.weight`. */
const COPY_WEIGHT = 6

function weightOf({ film, missing }: Work): number {
  return film.seconds * missing.reduce((sum, { weight }) => sum + weight, COPY_WEIGHT)
}

/** Makes all files of one film in parallel, which uses all processors. */
async function makeFilm({ film, missing }: Work, mediaDir: string, { done, signal }: Making): Promise<void> {
  const limits = { limitSeconds: limitFor(film), signal }

  async function during(weight: number, work: (run: FfmpegRun) => Promise<unknown>): Promise<void> {
    const onSeconds = done.during(weight, film.seconds)
    await work({ ...limits, onSeconds })
    onSeconds(film.seconds)
  }

  await withTemporaryFiles(mediaDir, async (copy, sound) => {
    await during(COPY_WEIGHT, run => makeWorkingCopy(film, join(mediaDir, film.file.storedName), copy, run))
    if (film.hasSound) await levelSound(copy, sound, limits)
    const sources = [copy, ...(film.hasSound ? [sound] : [])].flatMap(source => inputOf('matroska', source))
    await inParallel(missing, availableParallelism(), ({ version, weight, words }) =>
      writeAtomically(join(mediaDir, nameOf(film, version)), half =>
        during(weight, run => ffmpeg([...sources, ...words(film.hasSound), `file:${half}`], run)),
      ),
    )
  })
  await flush(mediaDir)
  done.finish(missing.length)
}

/** Even a small machine needs less than twenty times the length of the film. */
function limitFor({ seconds }: Film): number {
  return Math.ceil(60 + 20 * seconds)
}

function nameOf({ file }: Film, version: FilmFile['version']): string {
  return filmFile(file.wireName, version)
}
