import type { Transaction } from 'kysely'
import type { Db, Tables } from '../database/tables.ts'
import { transactionWithLock } from '../database/transaction-with-lock.ts'
import type { Publish } from '../media/publish.ts'
import { saveKnownPages } from './catalogue/known-pages.ts'
import type { LessonContent } from './catalogue/snapshot.ts'
import { raiseVersion } from './catalogue/withdraw.ts'
import { type CourseFiles, readCourse } from './course-files.ts'
import { saveVersion, type VersionContent } from './course-versions.ts'
import { type MakeFilms, makeFilms } from './films/make-films.ts'
import { CourseMistakes } from './reading/findings.ts'
import { storeMedia } from './store-media.ts'
import { isWithoutSizes, lessonBytes, type StoredSizes, storedSizes, withFilmNotes } from './stored-media.ts'

export type ImportReport = {
  course: string
  lessons: number
  pages: number
  /** The removed parts, one line each: `file:line:column path: message`. */
  warnings: readonly string[]
  /** Films that exist only as the original. */
  filmsWithoutSizes: number
}

type Options = {
  mediaDir: string
  /** With it, ffmpeg makes the missing sizes of each film. */
  films?: Omit<MakeFilms, 'signal'>
  /** Aborts the import before it changes the course. */
  signal?: AbortSignal | undefined
  publish?: Publish | undefined
  now?: number
}

/**
 * Imports a course folder, completely or not at all. It replaces an earlier version of the course.
 * Throws `CourseMistakes`. Answers of learners stay: they are stored by page id.
 */
export async function importCourse(
  db: Db,
  folder: string,
  { mediaDir, films, signal, publish, now = Date.now() }: Options,
): Promise<ImportReport> {
  const course = await readCourse(folder, {
    looksIntoFilms: films !== undefined,
    foreignLessons: (ids, courseId) => ownersOf(db, ids, courseId),
  })
  // Media first: their names have a hash of the content, so this changes nothing that learners see now.
  await storeMedia(course.media, mediaDir)
  if (films) await makeFilms(course.films, mediaDir, { ...films, signal })
  const sizes = await storedSizes(course.media, mediaDir)
  await publish?.(sizes.keys())
  const lessons = course.lessons.map(lesson => ({ ...lesson, content: finished(lesson, sizes) }))
  signal?.throwIfAborted()
  await transactionWithLock(db, 'catalogue', trx => replaceCourse(trx, { ...course, lessons }, now))
  return {
    course: course.content.id,
    lessons: course.lessons.length,
    pages: course.lessons.reduce((sum, { content }) => sum + content.pages.length, 0),
    warnings: course.warnings,
    filmsWithoutSizes: course.media.filter(file => isWithoutSizes(file, sizes)).length,
  }
}

/** Adds the versions of films and the bytes of the lesson, which only the media folder knows. */
function finished({ content, media }: CourseFiles['lessons'][number], sizes: StoredSizes): LessonContent {
  const { lesson, pages } = withFilmNotes(content, media, sizes)
  return { lesson: { ...lesson, bytes: lessonBytes({ lesson, pages }, media, sizes) }, pages }
}

async function replaceCourse(trx: Transaction<Tables>, course: CourseFiles, now: number): Promise<void> {
  await throwIfForeignLessons(trx, course)
  const { id } = course.content
  // A withdrawn course stays withdrawn, so that its author can look at it first.
  const row = { position: course.position, is_beta: Number(course.isBeta), content: JSON.stringify(course.content) }
  await trx
    .insertInto('courses')
    .values({ id, ...row, withdrawn_at: null })
    .onConflict(conflict => conflict.column('id').doUpdateSet(row))
    .execute()
  const before = await lessonsBefore(trx, id)
  const lessons: VersionContent['lessons'] = []
  await trx.deleteFrom('lessons').where('course_id', '=', id).execute()
  for (const [position, { isBeta, content: imported }] of course.lessons.entries()) {
    const content = withChangedAt(imported, before.get(imported.lesson.id), now)
    const lesson = { id: content.lesson.id, course_id: id, position, is_beta: Number(isBeta) }
    await trx
      .insertInto('lessons')
      .values({ ...lesson, content: JSON.stringify(content) })
      .execute()
    lessons.push({ isBeta, ...content })
    const isPublic = !course.isBeta && !isBeta
    await saveKnownPages(trx, { content, isPublic, courseTitle: course.content.title, lessonNumber: position + 1 })
  }
  await saveVersion(trx, { course: course.content, isBeta: course.isBeta, lessons }, now)
  await raiseVersion(trx)
}

async function lessonsBefore(db: Db, courseId: string): Promise<ReadonlyMap<string, LessonContent>> {
  const rows = await db.selectFrom('lessons').select(['id', 'content']).where('course_id', '=', courseId).execute()
  return new Map(rows.map(({ id, content }) => [id, JSON.parse(content)]))
}

/** An unchanged lesson keeps its time. A changed one gets a later time, even if a clock was turned back. */
function withChangedAt(content: LessonContent, before: LessonContent | undefined, now: number): LessonContent {
  const changedBefore = before?.lesson.changedAt
  const asBefore = withTime(content, changedBefore)
  if (changedBefore !== undefined && JSON.stringify(asBefore) === JSON.stringify(before)) return asBefore
  return withTime(content, Math.max(now, (changedBefore ?? 0) + 1))
}

function withTime({ lesson, pages }: LessonContent, changedAt: number | undefined): LessonContent {
  return { lesson: { ...lesson, ...(changedAt === undefined ? {} : { changedAt }) }, pages }
}

/** Answers are stored by lesson id, so two courses cannot have the same one. */
async function ownersOf(db: Db, ids: readonly string[], courseId = ''): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const foreign = await db
    .selectFrom('lessons')
    .select(['id', 'course_id'])
    .where('id', 'in', ids)
    .where('course_id', '!=', courseId)
    .execute()
  return new Map(foreign.map(row => [row.id, row.course_id]))
}

/** Checked again under the lock: another import can have taken an id since the files were read. */
async function throwIfForeignLessons(db: Db, { content, lessons }: CourseFiles): Promise<void> {
  const ids = lessons.map(lesson => lesson.content.lesson.id)
  const owners = await ownersOf(db, ids, content.id)
  if (owners.size === 0) return
  throw new CourseMistakes(
    lessons.flatMap(({ place, content: { lesson } }) => {
      const owner = owners.get(lesson.id)
      return owner ? [`${place} id: lesson \`${lesson.id}\` belongs to the course \`${owner}\` already`] : []
    }),
  )
}
