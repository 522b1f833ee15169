import type { Course } from '../../contract/courses.ts'
import type { Reply } from '../../contract/endpoint.ts'
import type { getLesson } from '../../contract/lessons.ts'
import type { Db } from '../database/tables.ts'
import { type Prepared, prepare } from './prepared.ts'

/** A course as it is stored: its lessons are rows of their own. */
export type CourseContent = Omit<Course, 'lessons'>
export type LessonContent = Reply<typeof getLesson>['data']

export type CatalogueLesson = {
  id: string
  courseId: string
  /** It, or its whole course, is there for beta users only. */
  isBeta: boolean
  pageIds: readonly string[]
  /** The ready answer of getLesson. */
  prepared: Prepared
}

/** All courses, ready in memory: reading one costs no database and no work. */
export type Catalogue = {
  /** The ready answer of listCourses. */
  coursesFor(who: { isBeta: boolean }): Prepared
  lessonOf(id: string): CatalogueLesson | undefined
  /** Reads again what another import changed. */
  refresh(): Promise<void>
  close(): Promise<void>
}

const POLL_MS = 500

/** Reads all courses, and again within a second whenever any process imports one. */
export async function createCatalogue(db: Db): Promise<Catalogue> {
  let shelf = await fill(db, undefined)
  let refreshing: Promise<void> | undefined

  async function refreshNow(): Promise<void> {
    if ((await currentVersion(db)) !== shelf.version) shelf = await fill(db, shelf)
  }
  function refresh(): Promise<void> {
    refreshing ??= refreshNow().finally(() => {
      refreshing = undefined
    })
    return refreshing
  }
  // While the database is away, learners go on with the courses that are here.
  const poll = setInterval(() => void refresh().catch(() => {}), POLL_MS).unref()

  return {
    coursesFor: ({ isBeta }) => (isBeta ? shelf.betaCourses : shelf.courses),
    lessonOf: id => shelf.lessons.get(id),
    // Whoever asks after an import must not be given a reading that began before it.
    refresh: async () => {
      await refreshing?.catch(() => {})
      await refresh()
    },
    close: async () => {
      clearInterval(poll)
      await refreshing?.catch(() => {})
    },
  }
}

/** One reading of the tables. */
type Shelf = {
  version: number
  courses: Prepared
  betaCourses: Prepared
  lessons: ReadonlyMap<string, CatalogueLesson>
  /** Every answer by its hash: what did not change is not compressed again. */
  answers: ReadonlyMap<string, Prepared>
}

async function fill(db: Db, before: Shelf | undefined): Promise<Shelf> {
  const { version, courses, lessons } = await readTables(db)
  const listed = (seesBeta: boolean) => ({
    success: true,
    data: courses
      .filter(course => seesBeta || !course.isBeta)
      .map(course => ({ ...course.content, lessons: lessonsOf(course.content.id, lessons, seesBeta) })),
  })
  const known = before?.answers
  const betaCourseIds = new Set(courses.filter(course => course.isBeta).map(course => course.content.id))
  const shelved = await Promise.all(
    lessons.map(
      async ({ content, isBeta }): Promise<CatalogueLesson> => ({
        id: content.lesson.id,
        courseId: content.lesson.courseId,
        isBeta: isBeta || betaCourseIds.has(content.lesson.courseId),
        pageIds: content.pages.map(page => page.id),
        prepared: await prepare({ success: true, data: content }, known),
      }),
    ),
  )
  const [normal, beta] = await Promise.all([prepare(listed(false), known), prepare(listed(true), known)])
  const answers = [normal, beta, ...shelved.map(lesson => lesson.prepared)]
  return {
    version,
    courses: normal,
    betaCourses: beta,
    lessons: new Map(shelved.map(lesson => [lesson.id, lesson])),
    answers: new Map(answers.map(answer => [answer.hash, answer])),
  }
}

type StoredCourse = { isBeta: boolean; content: CourseContent }
type StoredLesson = { isBeta: boolean; content: LessonContent }

function lessonsOf(courseId: string, lessons: StoredLesson[], seesBeta: boolean): Course['lessons'] {
  return lessons
    .filter(({ content, isBeta }) => content.lesson.courseId === courseId && (seesBeta || !isBeta))
    .map(({ content: { lesson, pages } }) => ({ id: lesson.id, title: lesson.title, pageCount: pages.length }))
}

type Stored = { version: number; courses: StoredCourse[]; lessons: StoredLesson[] }

async function readTables(db: Db): Promise<Stored> {
  const version = await currentVersion(db)
  const courses = await db.selectFrom('courses').selectAll().orderBy('position').orderBy('id').execute()
  const lessons = await db.selectFrom('lessons').selectAll().orderBy('position').orderBy('id').execute()
  // An import in between would pair the courses of before with the lessons of after.
  if ((await currentVersion(db)) !== version) return readTables(db)
  return { version, courses: courses.map(fromRow<CourseContent>), lessons: lessons.map(fromRow<LessonContent>) }
}

function fromRow<Content>(row: { is_beta: number; content: string }): { isBeta: boolean; content: Content } {
  return { isBeta: row.is_beta === 1, content: JSON.parse(row.content) }
}

async function currentVersion(db: Db): Promise<number> {
  const { version } = await db.selectFrom('catalogue').select('version').where('id', '=', 1).executeTakeFirstOrThrow()
  return version
}
