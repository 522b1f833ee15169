import type { Transaction } from 'kysely'
import type { LessonContent } from '../../contract/lesson-media.ts'
import type { Db, Tables } from '../database/tables.ts'
import type { Publisher } from '../media/publish.ts'
import { saveKnownPages } from './catalogue/known-pages.ts'
import { raiseVersion } from './catalogue/withdraw.ts'
import type { CourseFiles } from './course-files.ts'
import { type MadeBy, saveVersion, type VersionContent } from './course-versions.ts'
import { type CourseFile, inFolderOrder } from './files/course-file-list.ts'
import { bytesOfOriginal, type Originals } from './files/originals.ts'
import { fileOfText, saveTexts } from './files/texts.ts'
import { type MakeFilms, makeFilms } from './films/make-films.ts'
import { linkSizes } from './films/making/film-sizes.ts'
import { CourseMistakesError } from './reading/findings.ts'
import { storeMedia } from './store-media.ts'
import { isWithoutSizes, lessonBytes, type StoredSizes, storedSizes, withFilmNotes } from './stored-media.ts'

/** The lock for every change of what learners see. */
export const CATALOGUE_LOCK = 'catalogue'

/** A course whose media are stored, ready to replace the one that learners see. */
export type Publication = Pick<CourseFiles, 'content' | 'isBeta' | 'position' | 'lessons' | 'texts'> & {
  files: readonly CourseFile[]
}

type Preparing = {
  originals: Originals
  /** With it, ffmpeg makes the missing sizes of each film. */
  films?: Omit<MakeFilms, 'signal'> | undefined
  signal?: AbortSignal | undefined
  publisher?: Publisher | undefined
}

/**
 * Stores the media; their originals are stored already. The names have a hash of the content, so nothing changes that
 * learners see now.
 */
export async function prepareCourse(
  course: CourseFiles,
  { originals, films, signal, publisher }: Preparing,
): Promise<{ publication: Publication; filmsWithoutSizes: number }> {
  const { mediaDir } = originals
  await storeMedia(course.media, mediaDir)
  await linkSizes(course.media, originals)
  if (films) await makeFilms(course.films, mediaDir, { ...films, signal })
  const sizes = await storedSizes(course.media, { mediaDir, publisher })
  await publisher?.publish(sizes.keys())
  const lessons: Publication['lessons'] = []
  for (const lesson of course.lessons) lessons.push({ ...lesson, content: await finishContent(lesson, sizes) })
  return {
    publication: { ...course, lessons, files: await filesOf(course, originals) },
    filmsWithoutSizes: course.media.filter(file => isWithoutSizes(file, sizes)).length,
  }
}

async function filesOf({ texts, folder }: CourseFiles, originals: Originals): Promise<CourseFile[]> {
  const others = await Promise.all(
    folder.map(async ({ name, digest }) => ({ name, digest, bytes: (await bytesOfOriginal(originals, digest)) ?? 0 })),
  )
  return inFolderOrder([...[...texts].map(([name, text]) => fileOfText(name, text)), ...others])
}

/** Adds the versions of films and the bytes of the lesson, which only the media folder knows. */
async function finishContent(
  { content, media }: CourseFiles['lessons'][number],
  sizes: StoredSizes,
): Promise<LessonContent> {
  const { lesson, pages } = withFilmNotes(content, media, sizes)
  return { lesson: { ...lesson, bytes: await lessonBytes({ lesson, pages }, media, sizes) }, pages }
}

/**
 * Replaces a course as learners see it. A withdrawn course stays withdrawn, so that its author can look at it first.
 * Returns the number of the new version; undefined if nothing differs from the last one. Needs `CATALOGUE_LOCK`.
 */
export async function replaceCourse(
  trx: Transaction<Tables>,
  course: Publication,
  made: MadeBy,
  now: number,
): Promise<number | undefined> {
  await throwIfForeignLessons(trx, course)
  const { id } = course.content
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
  await saveTexts(trx, [...course.texts.values()])
  const content = { course: course.content, isBeta: course.isBeta, lessons }
  const version = await saveVersion(trx, content, { ...made, files: course.files }, now)
  await raiseVersion(trx)
  return version
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

/** This is checked again under the lock, because another import can have taken an id since the files were read. */
async function throwIfForeignLessons(db: Db, { content, lessons }: Publication): Promise<void> {
  const ids = lessons.map(lesson => lesson.content.lesson.id)
  const owners = await lessonOwners(db, ids, content.id)
  if (owners.size === 0) return
  throw new CourseMistakesError(
    lessons.flatMap(({ place, content: { lesson } }) => {
      const owner = owners.get(lesson.id)
      return owner ? [`${place} id: lesson \`${lesson.id}\` belongs to the course \`${owner}\` already`] : []
    }),
  )
}

/**
 * Which of these lessons belong to another course. Answers are stored by lesson id, so two courses cannot share one.
 */
export async function lessonOwners(
  db: Db,
  ids: readonly string[],
  courseId = '',
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const foreign = await db
    .selectFrom('lessons')
    .select(['id', 'course_id'])
    .where('id', 'in', ids)
    .where('course_id', '!=', courseId)
    .execute()
  return new Map(foreign.map(row => [row.id, row.course_id]))
}
