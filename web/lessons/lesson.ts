import { getLesson, type Lesson, type Page } from '../../contract/lessons.ts'
import { call } from '../api.ts'
import { savedFirst } from '../offline/saved-queries.ts'
import { useQuery } from '../queries/use-query.ts'
import { currentSession } from '../session.ts'

export type LessonWithPages = { lesson: Lesson; pages: Page[] }

/** Requests a lesson once in a visit. */
export function useLesson(lessonId: string) {
  return useQuery(lessonQuery(lessonId))
}

export function lessonQuery(lessonId: string) {
  const uid = currentSession()?.uid ?? ''
  const queryKey = ['lesson', uid, lessonId]
  return {
    queryKey,
    queryFn: savedFirst(queryKey, async () => (await call(getLesson, { params: { lessonId } })).data),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    enabled: uid !== '',
  }
}
