import { coursePercent, type LessonStatus, type UserLessonData, untouched } from '../../contract/progress.ts'
import type { Catalogue } from '../courses/catalogue/catalogue.ts'
import type { PercentOf } from './progress-of-learners.ts'

/** How much is done of the courses that were begun. */
export function percentOfBegun(catalogue: Catalogue): PercentOf {
  return ({ started, complete }) => {
    const begun = new Set([...started, ...complete].map(id => catalogue.lessonOf(id)?.courseId))
    const lessonIds = catalogue.courses().flatMap(({ id, lessonIds }) => (begun.has(id) ? lessonIds : []))
    return coursePercent(lessonIds, { ...withStatus(started, 'started'), ...withStatus(complete, 'complete') })
  }
}

function withStatus(lessonIds: readonly string[], status: LessonStatus): UserLessonData {
  return Object.fromEntries(lessonIds.map(id => [id, { ...untouched, status }]))
}
