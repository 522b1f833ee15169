import type { Course, CourseLesson } from '../../contract/courses.ts'
import { resumePage, type UserLessonData } from '../../contract/progress.ts'
import { lastOpenedPlace } from '../outbox/drafts/draft-place.ts'
import { readDraft, saveDraft } from '../outbox/drafts/drafts.ts'
import { nextLesson } from './next-lesson.ts'

export type LessonToResume = {
  course: Course
  lesson: CourseLesson
  number: number
  page: number
  isStarted: boolean
}

/**
 * The lesson to continue: the one opened last on this phone, or else the first started one, or else the next one of a
 * started course, or else the first of a new course. Undefined if every course is complete.
 */
export function lessonToResume(
  courses: Course[],
  data: UserLessonData,
  lastOpened: string | undefined,
): LessonToResume | undefined {
  const open = courses.filter(({ lessons }) => lessons.some(({ id }) => data[id]?.status !== 'complete'))
  const begun = open.filter(({ lessons }) => lessons.some(({ id }) => data[id]))
  const course = begun.find(({ lessons }) => lessons.some(({ id }) => id === lastOpened)) ?? begun[0] ?? open[0]
  const lesson = course && lessonIn(course, data, lastOpened)
  if (!lesson) return undefined
  const number = course.lessons.indexOf(lesson) + 1
  return { course, lesson, number, page: resumePage(data[lesson.id]), isStarted: data[lesson.id]?.status === 'started' }
}

/** The current lesson of a course. */
export function lessonIn(course: Course, data: UserLessonData, lastOpened?: string): CourseLesson | undefined {
  const started = course.lessons.filter(({ id }) => data[id]?.status === 'started')
  const done = course.lessons.findLast(({ id }) => data[id]?.status === 'complete')
  return started.find(({ id }) => id === lastOpened) ?? started[0] ?? nextLesson(course, done?.id, data)
}

/** Stored like a draft: a sign-out from a shared phone deletes it. */
export function lastOpenedLesson(uid: string): string | undefined {
  return readDraft(lastOpenedPlace(uid))?.toString()
}

export function noteOpenedLesson(uid: string, lessonId: string): void {
  saveDraft(lastOpenedPlace(uid), lessonId)
}
