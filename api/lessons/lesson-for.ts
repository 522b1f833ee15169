import { ApiError } from '../../contract/calls/api-error.ts'
import type { Catalogue } from '../courses/catalogue/catalogue.ts'
import type { CatalogueLesson } from '../courses/catalogue/snapshot.ts'
import { withdrawnCoursesFor } from '../courses/catalogue/withdrawn-courses.ts'
import type { Db } from '../database/tables.ts'

/** Throws `not-found` also for a lesson that this person may not see. */
export type LessonFor = (uid: string, lessonId: string) => Promise<CatalogueLesson>

export function lessonFinder(db: Db, catalogue: Catalogue, isBeta: (uid: string) => Promise<boolean>): LessonFor {
  return async (uid, lessonId) => {
    const lesson = catalogue.lessonOf(lessonId)
    if (!lesson || (lesson.isBeta && !(await isBeta(uid)))) throw new ApiError('not-found')
    if (lesson.rests && !(await isInMiddle(uid, lesson.courseId))) throw new ApiError('not-found')
    return lesson
  }

  async function isInMiddle(uid: string, courseId: string): Promise<boolean> {
    const course = catalogue.resting().filter(({ listed }) => listed.id === courseId)
    return (await withdrawnCoursesFor(db, uid, course)).length > 0
  }
}
