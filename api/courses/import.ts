import { type Actor, AUDIT_LOCK, addLine, type NewLine } from '../audit-log/audit-log.ts'
import type { Db } from '../database/tables.ts'
import { transactionWithLock } from '../database/transaction-with-lock.ts'
import type { Publisher } from '../media/publish.ts'
import { readCourse } from './course-files.ts'
import { draftLock } from './drafts/draft-store.ts'
import { type Originals, saveOriginal } from './files/originals.ts'
import type { MakeFilms } from './films/make-films.ts'
import { CATALOGUE_LOCK, lessonOwners, prepareCourse, replaceCourse } from './replace-course.ts'

export type ImportReport = {
  course: string
  lessons: number
  pages: number
  /** One line each: `file:line:column path: message`. */
  warnings: readonly string[]
  /** Films that exist only as the original. */
  filmsWithoutSizes: number
  /** Undefined if nothing changed. */
  version: number | undefined
}

type Options = {
  originals: Originals
  /** With it, ffmpeg makes the missing sizes of each film. */
  films?: Omit<MakeFilms, 'signal'>
  /** Aborts the import before it changes the course. */
  signal?: AbortSignal | undefined
  publisher?: Publisher | undefined
  /** Who is named in the audit log. Without it, the log gets no line. */
  audit?: Actor
  now?: number
  /** Tests read a course once for many servers. */
  steps?: ImportSteps
}

export type ImportSteps = { read: typeof readCourse; prepare: typeof prepareCourse }

const STEPS: ImportSteps = { read: readCourse, prepare: prepareCourse }

/**
 * Imports a course folder, completely or not at all. It replaces an earlier version of the course.
 * Throws `CourseMistakesError`. Answers of learners stay: they are stored by page id.
 */
export async function importCourse(
  db: Db,
  folder: string,
  { originals, films, signal, publisher, audit, now = Date.now(), steps = STEPS }: Options,
): Promise<ImportReport> {
  const course = await steps.read(folder, {
    looksIntoFilms: films !== undefined,
    foreignLessons: (ids, courseId) => lessonOwners(db, ids, courseId),
  })
  for (const { source, digest } of course.folder) await saveOriginal(originals, source, digest)
  const { publication, filmsWithoutSizes } = await steps.prepare(course, { originals, films, signal, publisher })
  signal?.throwIfAborted()
  const locks = [AUDIT_LOCK, CATALOGUE_LOCK, draftLock(course.content.id)]
  const version = await transactionWithLock(db, locks, async trx => {
    const made = await replaceCourse(trx, publication, { kind: 'import', reason: null, authorId: null }, now)
    if (made && audit) await addLine(trx, audit, importedLine(course.content.id, made), now)
    return made
  })
  return {
    course: course.content.id,
    lessons: course.lessons.length,
    pages: course.lessons.reduce((sum, { content }) => sum + content.pages.length, 0),
    warnings: course.warnings,
    filmsWithoutSizes,
    version,
  }
}

function importedLine(course: string, version: number): NewLine {
  return { action: 'course-imported', details: { course, version } }
}
