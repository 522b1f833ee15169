import type { Course, CourseLesson } from '../../contract/courses.ts'
import type { UserLessonData } from '../../contract/progress.ts'

/** The first lesson that is not complete, after this one or else before it. */
export function nextLesson(
  { lessons }: Pick<Course, 'lessons'>,
  lessonId: string | undefined,
  data: UserLessonData,
): CourseLesson | undefined {
  const place = lessons.findIndex(({ id }) => id === lessonId)
  return [...lessons.slice(place + 1), ...lessons.slice(0, place + 1)].find(
    ({ id }) => id !== lessonId && data[id]?.status !== 'complete',
  )
}
