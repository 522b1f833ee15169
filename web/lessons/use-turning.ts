import { pageTarget } from '../courses/page-target.ts'
import { navigate } from '../router/router.ts'

type Options = { replace?: boolean }

export function useTurning(courseId: string, lessonId: string) {
  return {
    turnTo(pageNumber: number, options: Options = {}): void {
      navigate({ ...pageTarget(courseId, lessonId, pageNumber), ...options })
    },
    /** Leads to the course screen, which congratulates. */
    finish(): void {
      navigate({ to: '/courses/$courseId', params: { courseId }, state: { finished: lessonId } })
    },
  }
}
