import type { Transaction } from 'kysely'
import type { Language } from '../../../../contract/languages.ts'
import type { CourseFilm } from '../../../../contract/organisation/media/films.ts'
import type { Placed } from '../../../courses/checking/check-course.ts'
import { sentenceIn } from '../../../courses/checking/sentences.ts'
import { DraftCourse } from '../../../courses/drafts/draft-course.ts'
import { anyWrittenCourse, type WrittenCourse } from '../../../courses/drafts/draft-store.ts'
import { itemKeys } from '../../../courses/drafts/keys.ts'
import { type CourseFile, isFilmName } from '../../../courses/files/course-file-list.ts'
import type { Originals } from '../../../courses/files/originals.ts'
import { type FilmJob, filmJobs, newFilms, queueFilms } from '../../../courses/films/making/film-jobs.ts'
import { madeSizes } from '../../../courses/films/making/film-sizes.ts'
import { isFilm, type MediaFile } from '../../../courses/reading/media-file.ts'
import { storedFilmSizes } from '../../../courses/stored-media.ts'
import type { Db, Tables } from '../../../database/tables.ts'
import type { Publisher } from '../../../media/publish.ts'

type Options = { originals: Originals; publisher: Publisher | undefined; language: Language }

/** The films of a course as it is written, and how far their sizes are. */
export async function courseFilms(
  db: Db,
  { courseId, files }: Pick<WrittenCourse, 'courseId' | 'files'>,
  { originals, publisher, language }: Options,
  now: number,
): Promise<CourseFilm[]> {
  const films = files.filter(({ name }) => isFilmName(name))
  const jobs = await filmJobs(
    db,
    films.map(({ digest }) => digest),
  )
  const place = { mediaDir: originals.mediaDir, publisher }
  return Promise.all(
    films.map(async film => {
      const job = jobs.get(film.digest)
      // A film in the making is asked for every second, perhaps of a bucket.
      const made = isBusy(job)
        ? null
        : ((await madeSizes(originals, film.digest)) ?? (await storedFilmSizes(courseId, film, place)) ?? null)
      return courseFilm(film, job, { made, language, now })
    }),
  )
}

function isBusy(job: FilmJob | undefined): boolean {
  return job?.state === 'waiting' || job?.state === 'making'
}

function courseFilm(
  { name, digest, bytes }: CourseFile,
  job: FilmJob | undefined,
  { made, language, now }: Pick<CourseFilm, 'made'> & { language: Language; now: number },
): CourseFilm {
  const steps = job ? (JSON.parse(job.steps) as CourseFilm['steps']) : {}
  const state = made ? 'made' : (job?.state ?? 'as-it-came')
  return {
    ...{ name, digest, bytes, state },
    steps,
    secondsLeft: job?.state === 'making' ? secondsLeft(steps, now - Number(job.began_at)) : null,
    seconds: job?.seconds ?? null,
    hasSound: job?.has_sound == null ? null : job.has_sound === 1,
    made: state === 'made' ? made : null,
    why: job?.why == null ? null : sentenceIn(language, job.why),
  }
}

/** The share of each step in the whole work. */
const PARTS = { read: 12, first: 2, small: 24, large: 62 }

function secondsLeft(steps: CourseFilm['steps'], elapsedMs: number): number | null {
  const known = Object.entries(PARTS) as [keyof typeof PARTS, number][]
  const whole = known.reduce((sum, [, part]) => sum + part, 0)
  const done = known.reduce((sum, [step, part]) => sum + part * (steps[step] ?? 0), 0) / whole
  return done > 0.05 ? Math.ceil(((elapsedMs / 1000) * (1 - done)) / done) : null
}

const NO_CAPTIONS = 'somebody may speak in this film, and it has no captions'

/** Warnings about films with a sound and without captions. */
export async function captionWarnings(
  db: Db,
  { files, texts }: Pick<WrittenCourse, 'files' | 'texts'>,
): Promise<Placed[]> {
  const films = files.filter(({ name }) => isFilmName(name))
  const jobs = await filmJobs(
    db,
    films.map(({ digest }) => digest),
  )
  const heard = new Set(films.filter(({ digest }) => jobs.get(digest)?.has_sound === 1).map(({ name }) => name))
  if (heard.size === 0) return []
  return new DraftCourse(texts).lessons.flatMap(({ key, name: file, fields, pages }) => {
    const keys = itemKeys(pages)
    const lines = (texts.get(file) ?? '').split('\n')
    const next = linesWithFilms(lines)
    return pages.flatMap((page, index) =>
      filmsIn(page)
        .map(one => ({ ...one, line: next(one.film) }))
        .filter(({ film, hasCaptions }) => heard.has(`media/${film}`) && !hasCaptions)
        .map(({ line, path }): Placed => {
          return {
            isMistake: false,
            ...{ file, line: line + 1, column: 1, source: lines[line]?.slice(0, 300) ?? '', message: NO_CAPTIONS },
            path: ['lessons', key, 'pages', keys[index] as string, ...path],
            at: { lesson: String(fields?.title ?? ''), page: index + 1 },
            field: { of: 'page', path: ['captions'] },
          }
        }),
    )
  })
}

/** Finds the lines of a film one after the other: several pages can show the same one. */
function linesWithFilms(lines: readonly string[]): (film: string) => number {
  const found = new Map<string, number>()
  return film => {
    const before = found.get(film) ?? -1
    const line = lines.findIndex((one, at) => at > before && one.match(/[\w.-]+/g)?.some(word => word === film))
    if (line >= 0) found.set(film, line)
    return line < 0 ? before : line
  }
}

type FilmAt = { film: string; hasCaptions: boolean; path: string[] }

/** The films of a page and of its answers. */
function filmsIn(value: unknown, path: string[] = []): FilmAt[] {
  if (Array.isArray(value)) {
    const keys = itemKeys(value)
    return value.flatMap((one, index) => filmsIn(one, [...path, keys[index] as string]))
  }
  if (typeof value !== 'object' || value === null) return []
  const { avFilename: film, captions } = value as Record<string, unknown>
  const hasFilm = typeof film === 'string' && /\.mp4$/i.test(film)
  const own = hasFilm ? [{ film, hasCaptions: Boolean(captions), path: [...path, 'captions'] }] : []
  return [...own, ...Object.entries(value).flatMap(([name, one]) => filmsIn(one, [...path, name]))]
}

/** Asks for the sizes of the films that learners do not have yet. */
export async function queueFilmsOf(trx: Transaction<Tables>, courseId: string, now: number): Promise<void> {
  const written = await anyWrittenCourse(trx, courseId)
  if (written?.draft) await queueFilms(trx, newFilms(written.files, written.versionFiles), now)
}

/** Films that are still being made, of those that a course would show. */
export async function filmsInMaking(db: Db, media: readonly MediaFile[]): Promise<string[]> {
  const films = media.filter(isFilm)
  const jobs = await filmJobs(
    db,
    films.map(({ digest }) => digest),
  )
  return films.filter(({ digest }) => isBusy(jobs.get(digest))).map(({ name }) => name)
}
