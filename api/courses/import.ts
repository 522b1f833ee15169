import type { Transaction } from 'kysely'
import type { Db, Tables } from '../database/tables.ts'
import { transactionWithLock } from '../database/transaction-with-lock.ts'
import type { Publish } from '../media/publish.ts'
import { saveKnownPages } from './catalogue/known-pages.ts'
import type { LessonContent } from './catalogue/snapshot.ts'
import { raiseVersion } from './catalogue/withdraw.ts'
import { type CourseFiles, readCourse } from './course-files.ts'
import { type MakeFilms, makeFilms } from './films/make-films.ts'
import { CourseMistakes } from './reading/findings.ts'
import { storeMedia } from './store-media.ts'
import { isWithoutSizes, lessonBytes, type StoredSizes, storedSizes, withFilmNotes } from './stored-media.ts'

export type ImportReport = {
  /** Ids and numbers of what is there now. */
  course: string
  lessons: number
  pages: number
  /** What was cleaned away, one line each: `file:line:column path: message`. */
  warnings: readonly string[]
  /** Films of which only the file that came is there. */
  filmsWithoutSizes: number
}

type Options = {
  mediaDir: string
  /** Where it is given, ffmpeg must be there, and makes of each film what is missing of its sizes. */
  films?: Omit<MakeFilms, 'signal'>
  /** Ends the import, for as long as the course is what it was. */
  signal?: AbortSignal | undefined
  publish?: Publish | undefined
}

/**
 * Takes in a course folder, whole or not at all; a later version of the same course replaces the earlier one.
 * Throws `CourseMistakes`. What learners did is not touched: it is kept by the ids of pages, which the folder gives.
 */
export async function importCourse(
  db: Db,
  folder: string,
  { mediaDir, films, signal, publish }: Options,
): Promise<ImportReport> {
  const course = await readCourse(folder, {
    looksIntoFilms: films !== undefined,
    foreignLessons: (ids, courseId) => ownersOf(db, ids, courseId),
  })
  // Media first: they carry a hash in their names, so nothing that is shown now changes before the rows do.
  await storeMedia(course.media, mediaDir)
  if (films) await makeFilms(course.films, mediaDir, { ...films, signal })
  const sizes = await storedSizes(course.media, mediaDir)
  await publish?.(sizes.keys())
  const lessons = course.lessons.map(lesson => ({ ...lesson, content: finished(lesson, sizes) }))
  signal?.throwIfAborted()
  await transactionWithLock(db, 'catalogue', trx => replaceCourse(trx, { ...course, lessons }))
  return {
    course: course.content.id,
    lessons: course.lessons.length,
    pages: course.lessons.reduce((sum, { content }) => sum + content.pages.length, 0),
    warnings: course.warnings,
    filmsWithoutSizes: course.media.filter(file => isWithoutSizes(file, sizes)).length,
  }
}

/** What only the media folder can tell: the films' versions, and what it all weighs. */
function finished({ content, media }: CourseFiles['lessons'][number], sizes: StoredSizes): LessonContent {
  const { lesson, pages } = withFilmNotes(content, media, sizes)
  return { lesson: { ...lesson, bytes: lessonBytes({ lesson, pages }, media, sizes) }, pages }
}

async function replaceCourse(trx: Transaction<Tables>, course: CourseFiles): Promise<void> {
  await refuseForeignLessons(trx, course)
  const { id } = course.content
  // A course that was withdrawn stays withdrawn: its author looks at it before learners do.
  const row = { position: course.position, is_beta: Number(course.isBeta), content: JSON.stringify(course.content) }
  await trx
    .insertInto('courses')
    .values({ id, ...row, withdrawn_at: null })
    .onConflict(conflict => conflict.column('id').doUpdateSet(row))
    .execute()
  await trx.deleteFrom('lessons').where('course_id', '=', id).execute()
  for (const [position, { isBeta, content }] of course.lessons.entries()) {
    const lesson = { id: content.lesson.id, course_id: id, position, is_beta: Number(isBeta) }
    await trx
      .insertInto('lessons')
      .values({ ...lesson, content: JSON.stringify(content) })
      .execute()
    const isPublic = !course.isBeta && !isBeta
    await saveKnownPages(trx, { content, isPublic, courseTitle: course.content.title, lessonNumber: position + 1 })
  }
  await raiseVersion(trx)
}

/** Learners' answers are found by lesson id, so no two courses may share one. */
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

/** Again, now that nobody else can import: another course may have taken an id since the files were read. */
async function refuseForeignLessons(db: Db, { content, lessons }: CourseFiles): Promise<void> {
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
