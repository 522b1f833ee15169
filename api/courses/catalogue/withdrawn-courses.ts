import type { Course } from '../../../contract/courses.ts'
import type { Db } from '../../database/tables.ts'

/**
 * A withdrawn course, for people who are in the middle of it. `lessons` has all its lessons, even if the course is
 * closed and nobody may finish it.
 */
export type WithdrawnCourse = { lessonIds: readonly string[]; lessons: Course['lessons']; listed: Course }

/** The courses of which this person began a lesson and has not completed all. */
export async function withdrawnCoursesFor(
  db: Db,
  uid: string,
  resting: readonly WithdrawnCourse[],
): Promise<readonly WithdrawnCourse[]> {
  const lessonIds = resting.flatMap(course => course.lessonIds)
  if (lessonIds.length === 0) return []
  const began = await db
    .selectFrom('page_answers')
    .select('lesson_id')
    .distinct()
    .where('uid', '=', uid)
    .where('lesson_id', 'in', lessonIds)
    .execute()
  if (began.length === 0) return []
  const done = await db
    .selectFrom('completed_lessons')
    .select('lesson_id')
    .where('uid', '=', uid)
    .where('lesson_id', 'in', lessonIds)
    .execute()
  const [begun, completed] = [began, done].map(rows => new Set(rows.map(({ lesson_id }) => lesson_id)))
  return resting.filter(
    ({ lessonIds }) => lessonIds.some(id => begun?.has(id)) && !lessonIds.every(id => completed?.has(id)),
  )
}
