import { useNavigate } from '@tanstack/react-router'
import { pageIdOf } from './navigation.ts'

type Options = { replace?: boolean; viewTransition?: boolean }

/** Ways through a lesson and out of it. The query of the address comes along. */
export function useTurning(courseId: string, lessonId: string) {
  const navigate = useNavigate()
  return {
    turnTo(pageNumber: number, options: Options = {}): void {
      const pageId = pageIdOf(pageNumber)
      const to = pageId ? '/courses/$courseId/lessons/$lessonId/$pageId' : '/courses/$courseId/lessons/$lessonId'
      void navigate({ to, params: { courseId, lessonId, pageId }, search: true, ...options })
    },
    /** To the course, which shows what was finished. */
    finish(): void {
      void navigate({ to: '/courses/$courseId', params: { courseId }, search: true, state: { finished: lessonId } })
    },
  }
}
