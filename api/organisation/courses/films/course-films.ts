import type { Transaction } from 'kysely'
import type { Language } from '../../../../contract/languages.ts'
import type { CourseFilm } from '../../../../contract/organisation/media/films.ts'
import { sentenceIn } from '../../../courses/checking/sentences.ts'
import { anyWrittenCourse, type WrittenCourse } from '../../../courses/drafts/draft-store.ts'
import { type CourseFile, isFilmName } from '../../../courses/files/course-file-list.ts'
import type { Originals } from '../../../courses/files/originals.ts'
import { type FilmJob, filmJobs, newFilms, queueFilms } from '../../../courses/films/making/film-jobs.ts'
import { madeFilmBytes } from '../../../courses/films/making/film-sizes.ts'
import { isFilm, type MediaFile } from '../../../courses/reading/media-file.ts'
import { publishedFilmBytes } from '../../../courses/stored-media.ts'
import type { Db, Tables } from '../../../database/tables.ts'
import type { Publisher } from '../../../media/publish.ts'

type Options = { originals: Originals; publisher: Publisher | undefined; language: Language }

/** The films of a course as it is written, and how far the making of their sizes is. */
export async function courseFilms(
  db: Db,
  { courseId, files }: Pick<WrittenCourse, 'courseId' | 'files'>,
  { originals, publisher, language }: Options,
  now: number,
): Promise<CourseFilm[]> {
  const films = files.filter(({ name }) => isFilmName(name))
  const jobs = await filmJobs(db, films)
  const place = { mediaDir: originals.mediaDir, publisher }
  return Promise.all(
    films.map(async film => {
      const job = jobs.get(film.digest)
      // The screen asks about such a film every second, so its sizes are not looked for in the bucket.
      const made = isBusy(job)
        ? null
        : ((await madeFilmBytes(originals, film.digest)) ?? (await publishedFilmBytes(courseId, film, place)) ?? null)
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

/** Queues the films that learners do not have yet, so that their sizes are made. */
export async function queueFilmsOf(trx: Transaction<Tables>, courseId: string, now: number): Promise<void> {
  const written = await anyWrittenCourse(trx, courseId)
  if (written?.draft) await queueFilms(trx, newFilms(written.files, written.versionFiles), now)
}

/** Films that are still being made, of those that a course would show. */
export async function filmsInMaking(db: Db, media: readonly MediaFile[]): Promise<string[]> {
  const films = media.filter(isFilm)
  const jobs = await filmJobs(db, films)
  return films.filter(({ digest }) => isBusy(jobs.get(digest))).map(({ name }) => name)
}
