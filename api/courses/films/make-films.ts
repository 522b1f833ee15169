import { stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { filmFile } from '../../../contract/films.ts'
import { flushFile, withTemporaryFiles, writeAtomically } from '../../media/storage/temporary-files.ts'
import { Findings } from '../reading/findings.ts'
import { FfmpegError, type FfmpegRun, ffmpeg, inputOf } from './ffmpeg.ts'
import { type Film, pathInCourse } from './film.ts'
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
 * Makes the missing sizes of stored films. Throws `CourseMistakesError` with each film that ffmpeg refuses.
 * Files of the other films stay, so the next import has less to do.
 */
export async function makeFilms(films: readonly Film[], mediaDir: string, options: MakeFilms): Promise<void> {
  const findings = new Findings()
  const looked = await Promise.all(films.map(film => workFor(film, mediaDir)))
  const works = looked.filter(({ missing }) => missing.length > 0)
  const done = new WorkDone(
    works.reduce((sum, work) => sum + weightOf(work), 0),
    options.onProgress,
  )
  for (const work of works) {
    try {
      await makeFilm(work, mediaDir, { done: done.of(pathInCourse(work.film.file)), signal: options.signal })
    } catch (error) {
      if (!(error instanceof FfmpegError)) throw error
      findings.at(pathInCourse(work.film.file)).mistake(`ffmpeg refuses it: ${error.message}`)
    }
  }
  findings.throwMistakes()
}

type Making = { done: ReturnType<WorkDone['of']>; signal: AbortSignal | undefined }
type Work = { film: Film; missing: FilmFile[] }

/** Where a film is read, and where its files are written. */
export type FilmPlaces = { source: string; folder: string; fileOf(version: FilmFile['version']): string }

function placesOf({ file }: Film, mediaDir: string): FilmPlaces {
  const fileOf = (version: FilmFile['version']) => join(mediaDir, filmFile(file.wireName, version))
  return { source: join(mediaDir, file.storedName), folder: mediaDir, fileOf }
}

async function workFor(film: Film, mediaDir: string): Promise<Work> {
  return { film, missing: await missingFilmFiles(film, placesOf(film, mediaDir)) }
}

export async function missingFilmFiles(
  { hasSound }: Pick<Film, 'hasSound'>,
  { fileOf }: FilmPlaces,
): Promise<FilmFile[]> {
  const wanted = filmFiles.filter(({ needsSound }) => hasSound || !needsSound)
  const areThere = await Promise.all(wanted.map(({ version }) => isThere(fileOf(version))))
  return wanted.filter((_, index) => !areThere[index])
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
  const atOnce = availableParallelism()
  const during = (_: FilmPart, weight: number) => done.during(weight, film.seconds)
  await makeFilmFiles(film, { missing, places: placesOf(film, mediaDir) }, { atOnce, signal, during })
  done.finish(missing.length)
}

/** A file that is made, or the working copy from which all are made. */
export type FilmPart = FilmFile['version'] | 'copy'

export type FilmRun = {
  atOnce: number
  signal: AbortSignal | undefined
  /** Called when a part begins. Returns a function to call with the seconds of the part that are done. */
  during(part: FilmPart, weight: number): (seconds: number) => void
}

/** Makes files of one film in their order. After an error each file is complete or missing. */
export async function makeFilmFiles(
  film: Pick<Film, 'seconds' | 'hasSound'>,
  { missing, places: { source, folder, fileOf } }: { missing: readonly FilmFile[]; places: FilmPlaces },
  { atOnce, signal, during }: FilmRun,
): Promise<void> {
  const limits = { limitSeconds: limitFor(film), signal }

  async function make(part: FilmPart, weight: number, work: (run: FfmpegRun) => Promise<unknown>): Promise<void> {
    const onSeconds = during(part, weight)
    await work({ ...limits, onSeconds })
    onSeconds(film.seconds)
  }

  await withTemporaryFiles(folder, async (copy, sound) => {
    await make('copy', COPY_WEIGHT, async run => {
      await makeWorkingCopy(film, source, copy, run)
      if (film.hasSound) await levelSound(copy, sound, limits)
    })
    const sources = [copy, ...(film.hasSound ? [sound] : [])].flatMap(input => inputOf('matroska', input))
    await inParallel(missing, atOnce, ({ version, weight, words }) =>
      writeAtomically(fileOf(version), temporary =>
        make(version, weight, run => ffmpeg([...sources, ...words(film.hasSound), `file:${temporary}`], run)),
      ),
    )
  })
  await flushFile(folder)
}

/** Even a small machine needs less than twenty times the length of the film. */
function limitFor({ seconds }: Pick<Film, 'seconds'>): number {
  return Math.ceil(60 + 20 * seconds)
}
