import { coursePercent, type LessonStatus, untouchedLesson } from '../../../../contract/progress.ts'
import type { Catalogue } from '../../../courses/catalogue/catalogue.ts'
import type { CatalogueCourse } from '../../../courses/catalogue/snapshot.ts'
import type { Db } from '../../../database/tables.ts'

export type CourseNow = {
  /** The course with the latest page. */
  current: { id: string; title: string; percent: number } | null
  complete: number
}

/** The last course of each of these people. People without a page are missing. */
export async function coursesNow(
  db: Db,
  uids: readonly string[],
  catalogue: Catalogue,
): Promise<ReadonlyMap<string, CourseNow>> {
  if (uids.length === 0) return new Map()
  const begun = await db
    .selectFrom('page_answers')
    .select(({ fn }) => ['uid', 'lesson_id', fn.max<number>('logged_at').as('at')])
    .where('uid', 'in', uids)
    .groupBy(['uid', 'lesson_id'])
    .execute()
  const complete = await db
    .selectFrom('completed_lessons')
    .select(['uid', 'lesson_id'])
    .where('uid', 'in', uids)
    .execute()
  const completeOf = Map.groupBy(complete, row => row.uid)
  return new Map(
    [...Map.groupBy(begun, row => row.uid)].map(([uid, lessons]) => {
      const isComplete = new Set(completeOf.get(uid)?.map(row => row.lesson_id))
      return [uid, courseNow(lessons, isComplete, catalogue)]
    }),
  )
}

type Begun = { lesson_id: string; at: number }

function courseNow(lessons: readonly Begun[], isComplete: ReadonlySet<string>, catalogue: Catalogue): CourseNow {
  const statuses = new Map<string, LessonStatus>(lessons.map(({ lesson_id }) => [lesson_id, 'started']))
  for (const id of isComplete) statuses.set(id, 'complete')
  const data = Object.fromEntries([...statuses].map(([id, status]) => [id, { ...untouchedLesson, status }]))
  const percentOf = ({ lessonIds }: Pick<CatalogueCourse, 'lessonIds'>) => coursePercent(lessonIds, data)
  // Includes withdrawn courses: what a person completed stays theirs.
  const courses = catalogue.coursesAndResting().filter(({ lessonIds }) => lessonIds.some(id => statuses.has(id)))
  const [latest] = lessons.toSorted((one, other) => Number(other.at) - Number(one.at))
  const current = courses.find(({ lessonIds }) => latest && lessonIds.includes(latest.lesson_id))
  return {
    current: current ? { id: current.id, title: current.title, percent: percentOf(current) } : null,
    complete: courses.filter(course => percentOf(course) === 100).length,
  }
}
