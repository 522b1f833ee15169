import { Suspense, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { noteOpenedLesson } from '../courses/lesson-to-resume.ts'
import { pageTarget } from '../courses/page-target.ts'
import { queryClient } from '../queries/query-client.ts'
import { correctPath } from '../router/router.ts'
import { useParams } from '../router/use-location.ts'
import { currentSession } from '../session.ts'
import { useIsProgressCurrent, userQuery, useUid, useUser } from '../user/user.ts'
import './lessons.css'
import { type LessonWithPages, lessonQuery, useLesson } from './lesson.ts'
import { LessonBar } from './lesson-bar.tsx'
import { LessonFailed } from './lesson-failed.tsx'
import { LessonLoading } from './lesson-loading.tsx'
import { LessonPage } from './lesson-page.tsx'
import { pageIdOf, pageNumberOf } from './navigation.ts'
import { pageScreenOf, usePageScreen } from './pages/index.ts'
import { useFetchAhead } from './use-fetch-ahead.ts'

/** Loads all that the first page of a visit needs, so that React replaces the words of first-words.ts at once. */
export async function loadFirstPage({ lessonId = '', pageId }: { [name: string]: string | undefined }): Promise<void> {
  const uid = currentSession()?.uid ?? ''
  const [user, { pages }] = await Promise.all([
    queryClient.fetchQuery(userQuery(uid)),
    queryClient.fetchQuery(lessonQuery(lessonId)),
  ])
  const { lastCompleted = 0 } = user.userLessonData[lessonId] ?? {}
  const screen = pageScreenOf(pages[pageNumberOf(pageId, lastCompleted, pages.length) - 1]?.type ?? '')
  if ('load' in screen) await screen.load()
}

/** A lesson on the page that the URL names, or on its first page. */
export function LessonScreen() {
  const t = useTranslations()
  const { courseId = '', lessonId = '' } = useParams()
  const lesson = useLesson(lessonId)
  const user = useUser()
  if (lesson.isPending || user.isPending) return <LessonLoading />
  if (user.error)
    return <LessonFailed courseId={courseId} error={user.error} text={t('courses.userError')} onRetry={user.refetch} />
  if (lesson.error || lesson.data.pages.length === 0) {
    const { error, refetch } = lesson
    return <LessonFailed courseId={courseId} error={error} text={t('lesson.error')} onRetry={refetch} />
  }
  return (
    <Suspense fallback={<LessonLoading />}>
      <OpenLesson {...lesson.data} />
    </Suspense>
  )
}

function OpenLesson({ lesson, pages }: LessonWithPages) {
  const { courseId: courseIdInUrl, pageId } = useParams()
  // The URL can name another course than the one to which the lesson belongs.
  const { courseId } = lesson
  const data = useUser().data?.userLessonData[lesson.id]
  const pageNumber = pageNumberOf(pageId, data?.lastCompleted ?? 0, pages.length)
  const page = pages[pageNumber - 1]
  const isCurrent = useIsProgressCurrent()
  const isMisnamed = pageIdOf(pageNumber) !== pageId || courseId !== courseIdInUrl
  useEffect(() => {
    if (isMisnamed && isCurrent) correctPath(pageTarget(courseId, lesson.id, pageNumber))
  }, [isMisnamed, isCurrent, courseId, lesson.id, pageNumber])
  const look = usePageScreen(page?.type).look
  useFetchAhead(pages, pageNumber)
  const uid = useUid()
  useEffect(() => noteOpenedLesson(uid, lesson.id), [uid, lesson.id])
  if (!page) return null
  return (
    <div className={['lesson', look?.(page)].filter(Boolean).join(' ')}>
      <LessonBar courseId={courseId} pageNumber={pageNumber} total={pages.length} />
      <LessonPage
        // A newer lesson can change the type of the open page: what was chosen on the one is no answer on the other.
        key={`${page.type} ${page.id}`}
        courseId={courseId}
        lesson={lesson}
        page={page}
        pages={pages}
        pageNumber={pageNumber}
        data={data}
      />
    </div>
  )
}
