import { ApiError } from '../../contract/calls/api-error.ts'
import type { Catalogue } from '../courses/catalogue/catalogue.ts'
import type { CatalogueLesson } from '../courses/catalogue/snapshot.ts'

/** Throws `not-found` also for a lesson that this person may not see. */
export type LessonFor = (uid: string, lessonId: string) => Promise<CatalogueLesson>

export function lessonFinder(catalogue: Catalogue, isBeta: (uid: string) => Promise<boolean>): LessonFor {
  return async (uid, lessonId) => {
    const lesson = catalogue.lessonOf(lessonId)
    if (!lesson || (lesson.isBeta && !(await isBeta(uid)))) throw new ApiError('not-found')
    return lesson
  }
}
