import type { Reply } from '../../contract/calls/endpoint.ts'
import type { Course } from '../../contract/courses.ts'
import type { getLesson, Page } from '../../contract/lessons.ts'
import type { Db } from '../database/tables.ts'
import { type Prepared, prepare } from './prepared.ts'

/** A course as it is stored: its lessons are rows of their own. */
export type CourseContent = Omit<Course, 'lessons'>
export type LessonContent = Reply<typeof getLesson>['data']

export type CatalogueLesson = {
  id: string
  courseId: string
  /** Of its program: recordings are found below it. */
  alias: string
  /** It, or its whole course, is there for beta users only. */
  isBeta: boolean
  title: string
  /** Its place in its course, counted from 1. */
  number: number
  pages: readonly Page[]
  pageIds: readonly string[]
  /** The ready answer of getLesson. */
  prepared: Prepared
}

export type CatalogueCourse = Pick<Course, 'id' | 'title' | 'note'> & { lessonIds: readonly string[] }

/** All courses as one reading of the tables found them, without those that were withdrawn. */
export type Shelf = {
  version: number
  courses: Prepared
  betaCourses: Prepared
  /** In the order of the list, those for beta users among them. */
  everyCourse: readonly CatalogueCourse[]
  lessons: ReadonlyMap<string, CatalogueLesson>
  /** Every answer by its hash: what did not change is not compressed again. */
  answers: ReadonlyMap<string, Prepared>
}

export async function fillShelf(db: Db, before: Shelf | undefined): Promise<Shelf> {
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
        alias: content.lesson.program.alias,
        isBeta: isBeta || betaCourseIds.has(content.lesson.courseId),
        title: content.lesson.title,
        number: numberOf(content, lessons),
        pages: content.pages,
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
    everyCourse: courses.map(({ content }) => courseFrom(content, lessons)),
    lessons: new Map(shelved.map(lesson => [lesson.id, lesson])),
    answers: new Map(answers.map(answer => [answer.hash, answer])),
  }
}

function courseFrom({ id, title, note }: CourseContent, lessons: StoredLesson[]): CatalogueCourse {
  return { id, title, note, lessonIds: lessonsOf(id, lessons, true).map(lesson => lesson.id) }
}

function numberOf({ lesson }: LessonContent, lessons: StoredLesson[]): number {
  const siblings = lessons.filter(({ content }) => content.lesson.courseId === lesson.courseId)
  return siblings.findIndex(({ content }) => content.lesson.id === lesson.id) + 1
}

type StoredCourse = { isBeta: boolean; content: CourseContent }
type StoredLesson = { isBeta: boolean; content: LessonContent }

function lessonsOf(courseId: string, lessons: StoredLesson[], seesBeta: boolean): Course['lessons'] {
  return lessons
    .filter(({ content, isBeta }) => content.lesson.courseId === courseId && (seesBeta || !isBeta))
    .map(({ content: { lesson, pages } }) => ({
      id: lesson.id,
      title: lesson.title,
      pageCount: pages.length,
      ...(lesson.bytes ? { bytes: lesson.bytes } : {}),
    }))
}

type Stored = { version: number; courses: StoredCourse[]; lessons: StoredLesson[] }

async function readTables(db: Db): Promise<Stored> {
  const version = await currentVersion(db)
  const courses = await db
    .selectFrom('courses')
    .selectAll()
    .where('withdrawn_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const lessons = await db
    .selectFrom('lessons')
    .innerJoin('courses', 'courses.id', 'lessons.course_id')
    .select(['lessons.is_beta', 'lessons.content'])
    .where('courses.withdrawn_at', 'is', null)
    .orderBy('lessons.position')
    .orderBy('lessons.id')
    .execute()
  // An import in between would pair the courses of before with the lessons of after.
  if ((await currentVersion(db)) !== version) return readTables(db)
  return { version, courses: courses.map(fromRow<CourseContent>), lessons: lessons.map(fromRow<LessonContent>) }
}

function fromRow<Content>(row: { is_beta: number; content: string }): { isBeta: boolean; content: Content } {
  return { isBeta: row.is_beta === 1, content: JSON.parse(row.content) }
}

export async function currentVersion(db: Db): Promise<number> {
  const { version } = await db.selectFrom('catalogue').select('version').where('id', '=', 1).executeTakeFirstOrThrow()
  return version
}
