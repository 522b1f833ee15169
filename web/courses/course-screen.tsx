import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { coursePercent } from '../../contract/progress.ts'
import { directionOf } from '../i18n/language.ts'
import { LazyInstall } from '../install/lazy-install.tsx'
import { isOffline, onConnectionChange } from '../offline/connection.ts'
import { Link } from '../router/link.tsx'
import { useParams } from '../router/use-location.ts'
import { usePreload } from '../router/use-preload.ts'
import { LoadingScreen } from '../ui/loading-screen.tsx'
import { OfflineScreen } from '../ui/offline-screen.tsx'
import { PercentBar } from '../ui/progress.tsx'
import { useUser } from '../user/user.ts'
import './course-screen.css'
import { KeepOffer } from '../downloads/keep-offer.tsx'
import { ShareButton } from '../lesson-files/lazy-share.tsx'
import { LoadFailed } from '../ui/load-failed.tsx'
import { courseColour } from './course-colour.ts'
import { useCourse } from './courses.ts'
import { CourseEmblem } from './emblem/course-emblem.tsx'
import { FinishSheet } from './finish-sheet.tsx'
import { useLessonsOnPhone } from './here/use-lessons-on-phone.ts'
import { LessonPath } from './lesson-path.tsx'
import { LazyWithdrawnNote } from './rests/lazy-withdrawn-note.tsx'

/** One course: its progress, and its lessons as a path of steps. */
export function CourseScreen() {
  const t = useTranslations()
  const { courseId = '' } = useParams()
  const { course, isPending, error, errorUpdateCount, refetch } = useCourse(courseId)
  const user = useUser()
  const here = useLessonsOnPhone()
  const isAlone = useSyncExternalStore(onConnectionChange, isOffline)
  usePreload('/courses/$courseId/lessons/$lessonId')
  const isLoading = isPending || user.isPending
  if (isLoading || error || user.error)
    return (
      <>
        {isLoading ? (
          <LoadingScreen />
        ) : (
          <LoadFailed
            error={error ?? (user.error as Error)}
            text={t(error ? 'courses.error' : 'courses.userError')}
            onRetry={error ? refetch : user.refetch}
          />
        )}
        {/* The sheet stays while the data is loaded again. */}
        {(error || user.error || errorUpdateCount + user.errorUpdateCount > 0) && <FinishSheet course={course} />}
      </>
    )
  // A course may be newer than the list on this phone.
  if (!course) return isAlone ? <OfflineScreen onRetry={() => void refetch()} /> : <CourseNotFound />
  const data = user.data.userLessonData
  const lessonIds = course.lessons.map(lesson => lesson.id)
  const done = lessonIds.filter(id => data[id]?.status === 'complete').length
  const percent = coursePercent(lessonIds, data)
  const hasFinished = Object.values(data).some(({ status }) => status === 'complete')
  return (
    <main className="page tone" style={courseColour(course)}>
      <div className="split">
        <section className="card course">
          <div className="course-art">
            <CourseEmblem course={course} />
            <h1 tabIndex={-1} lang={course.language} dir={directionOf(course.language)}>
              {course.title}
            </h1>
          </div>
          <div className="course-in standing">
            {course.rests && <LazyWithdrawnNote />}
            {lessonIds.length > 0 && <PercentBar percent={percent} label={t('courses.progress')} />}
            {lessonIds.length > 0 && (
              <p className="meta">
                {t('course.done', { done, total: lessonIds.length })}{' '}
                {percent === 100 ? t('course.allDone') : percent > 0 && t('course.onYourWay')}
              </p>
            )}
          </div>
        </section>
        <section>
          <h2 className="visually-hidden">{t('course.lessons')}</h2>
          {course.lessons.length === 0 ? (
            !course.rests && <p>{t('course.noLessons')}</p>
          ) : (
            <LessonPath course={course} data={data} here={here?.lessonIds} />
          )}
          <KeepOffer course={course} />
          {course.lessons[0] && <ShareButton lessons={course.lessons} first={course.lessons[0].id} />}
        </section>
      </div>
      {hasFinished && <LazyInstall chunk="offer" />}
      <FinishSheet course={course} percent={percent} data={data} />
    </main>
  )
}

function CourseNotFound() {
  const t = useTranslations()
  return (
    <main className="page narrow stack">
      <h1 tabIndex={-1}>{t('courses.notFound')}</h1>
      <p>{t('courses.notFoundHint')}</p>
      <Link className="btn" to="/">
        {t('page.courses')}
      </Link>
    </main>
  )
}
