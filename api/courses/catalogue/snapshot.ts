import type { Course } from '../../../contract/courses.ts'
import type { LessonContent } from '../../../contract/lesson-media.ts'
import type { Page } from '../../../contract/lessons.ts'
import type { Db } from '../../database/tables.ts'
import { type PreparedResponse, prepareResponse } from './prepared.ts'
import { readVersionTimes, type VersionTimes } from './version-times.ts'
import type { WithdrawnCourse } from './withdrawn-courses.ts'

/** Few letters, because every learner downloads each version with the list. They still show that a lesson changed. */
const VERSION_LETTERS = 6

/** A course as it is stored. Its lessons are rows of their own. */
export type CourseContent = Omit<Course, 'lessons'>

export type CatalogueLesson = {
  id: string
  courseId: string
  /** Recordings are stored below the alias of the program. */
  alias: string
  changedAt: number | undefined
  /** The lesson, or its whole course, is for beta users only. */
  isBeta: boolean
  title: string
  courseTitle: string
  /** Its course is withdrawn; people in the middle of it may finish. */
  rests: boolean
  /** From 1, in its course. */
  number: number
  pages: readonly Page[]
  pageIds: readonly string[]
  /** The response of getLesson. */
  prepared: PreparedResponse
}

export type CatalogueCourse = Pick<Course, 'id' | 'title' | 'note'> & { lessonIds: readonly string[] }

/** All courses at one version of the catalogue. Withdrawn courses are in `resting`, not in the lists of courses. */
export type CatalogueSnapshot = {
  version: number
  courses: PreparedResponse
  betaCourses: PreparedResponse
  /** In order, including the courses for beta users. */
  everyCourse: readonly CatalogueCourse[]
  lessons: ReadonlyMap<string, CatalogueLesson>
  resting: readonly WithdrawnCourse[]
  /** Course lists with resting courses. The key has the ids of those resting courses. */
  personal: Map<string, PreparedResponse>
  versionTimes: VersionTimes
  /** Every response by its hash: an unchanged one is not compressed again. */
  responses: ReadonlyMap<string, PreparedResponse>
}

/** Unchanged responses are taken from `before`. */
export async function loadSnapshot(db: Db, before?: CatalogueSnapshot): Promise<CatalogueSnapshot> {
  const { version, courses: all, lessons: everyLesson, versionTimes } = await readTables(db)
  const known = before?.responses
  const courses = all.filter(course => !course.rests)
  const byId = new Map(all.map(course => [course.content.id, course]))
  const lessons = everyLesson.filter(({ content }) => byId.get(content.lesson.courseId)?.isClosed === false)
  const catalogueLessons = lessons.map(
    ({ content, isBeta }): CatalogueLesson => ({
      id: content.lesson.id,
      courseId: content.lesson.courseId,
      alias: content.lesson.program.alias,
      changedAt: content.lesson.changedAt,
      isBeta: isBeta || byId.get(content.lesson.courseId)?.isBeta === true,
      title: content.lesson.title,
      courseTitle: byId.get(content.lesson.courseId)?.content.title ?? '',
      rests: byId.get(content.lesson.courseId)?.rests === true,
      number: numberOf(content, lessons),
      pages: content.pages,
      pageIds: content.pages.map(page => page.id),
      prepared: prepareResponse({ success: true, data: content }, known),
    }),
  )
  const versions = new Map(catalogueLessons.map(({ id, prepared }) => [id, versionOf(prepared)]))
  const listed = (seesBeta: boolean) => ({
    success: true,
    data: courses
      .filter(course => seesBeta || !course.isBeta)
      .map(course => ({ ...course.content, lessons: listedLessons(course.content.id, seesBeta) })),
  })
  const listedLessons = (courseId: string, seesBeta: boolean) =>
    shownLessonsOf(courseId, lessons, seesBeta).map(lesson => ({ ...lesson, version: versions.get(lesson.id) }))
  const normal = prepareResponse(listed(false), known)
  const beta = prepareResponse(listed(true), known)
  const resting = all
    .filter(course => course.rests)
    .map(({ content, isBeta }) => {
      const lessons = shownLessonsOf(content.id, everyLesson, true)
      return {
        lessonIds: lessons.map(({ id }) => id),
        lessons,
        listed: { ...content, lessons: listedLessons(content.id, isBeta), rests: true as const },
      }
    })
  const responses = [normal, beta, ...catalogueLessons.map(lesson => lesson.prepared)]
  return {
    version,
    versionTimes,
    courses: normal,
    betaCourses: beta,
    resting,
    personal: new Map(),
    everyCourse: courses.map(({ content }) => courseFrom(content, lessons)),
    lessons: new Map(catalogueLessons.map(lesson => [lesson.id, lesson])),
    responses: new Map(responses.map(response => [response.hash, response])),
  }
}

/** `CourseLesson.version` of a lesson. */
export function versionOf({ hash }: PreparedResponse): string {
  return hash.slice(0, VERSION_LETTERS)
}

function courseFrom({ id, title, note }: CourseContent, lessons: StoredLesson[]): CatalogueCourse {
  return { id, title, note, lessonIds: shownLessonsOf(id, lessons, true).map(lesson => lesson.id) }
}

function numberOf({ lesson }: LessonContent, lessons: StoredLesson[]): number {
  const siblings = lessons.filter(({ content }) => content.lesson.courseId === lesson.courseId)
  return siblings.findIndex(({ content }) => content.lesson.id === lesson.id) + 1
}

type StoredLesson = { isBeta: boolean; content: LessonContent }
type StoredCourse = {
  isBeta: boolean
  content: CourseContent
  /** The course is withdrawn. */
  rests: boolean
  /** Nobody sees its lessons. */
  isClosed: boolean
}

function shownLessonsOf(courseId: string, lessons: StoredLesson[], seesBeta: boolean): Course['lessons'] {
  return lessons
    .filter(({ content, isBeta }) => content.lesson.courseId === courseId && (seesBeta || !isBeta))
    .map(({ content: { lesson, pages } }) => ({
      id: lesson.id,
      title: lesson.title,
      pageCount: pages.length,
      ...(lesson.bytes ? { bytes: lesson.bytes } : {}),
    }))
}

type Stored = { version: number; courses: StoredCourse[]; lessons: StoredLesson[]; versionTimes: VersionTimes }

async function readTables(db: Db): Promise<Stored> {
  const version = await currentVersion(db)
  const courses = await db.selectFrom('courses').selectAll().orderBy('position').orderBy('id').execute()
  const lessons = await db
    .selectFrom('lessons')
    .select(['is_beta', 'content'])
    .orderBy('position')
    .orderBy('id')
    .execute()
  const versionTimes = await readVersionTimes(db)
  // An import came between the queries, so the courses may be old and the lessons new.
  if ((await currentVersion(db)) !== version) return readTables(db)
  return {
    version,
    courses: courses.map(row => ({
      ...fromRow<CourseContent>(row),
      rests: row.withdrawn_at !== null,
      isClosed: row.withdrawn_at !== null && row.is_closed === 1,
    })),
    lessons: lessons.map(fromRow<LessonContent>),
    versionTimes,
  }
}

function fromRow<Content>(row: { is_beta: number; content: string }): { isBeta: boolean; content: Content } {
  return { isBeta: row.is_beta === 1, content: JSON.parse(row.content) }
}

export async function currentVersion(db: Db): Promise<number> {
  const { version } = await db.selectFrom('catalogue').select('version').where('id', '=', 1).executeTakeFirstOrThrow()
  return version
}
