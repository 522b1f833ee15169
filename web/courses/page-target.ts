import type { Target } from '../router/path.ts'

/** The path of a page of a lesson. The first page has no number. */
export function pageTarget(courseId: string, lessonId: string, pageNumber: number): Target {
  const params = { courseId, lessonId }
  if (pageNumber === 1) return { to: '/courses/$courseId/lessons/$lessonId', params }
  return {
    to: '/courses/$courseId/lessons/$lessonId/$pageId',
    params: { ...params, pageId: String(pageNumber) },
  }
}
