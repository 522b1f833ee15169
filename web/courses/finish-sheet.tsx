import { useTranslations } from 'use-intl'
import type { Course } from '../../contract/courses.ts'
import type { Lesson } from '../../contract/lessons.ts'
import { resumePage, type UserLessonData } from '../../contract/progress.ts'
import { track } from '../analytics/track.ts'
import { isolated } from '../i18n/isolated.ts'
import { wantTexts } from '../i18n/texts.ts'
import { queryClient } from '../queries/query-client.ts'
import { Link } from '../router/link.tsx'
import { updateEntry } from '../router/router.ts'
import { useLocation } from '../router/use-location.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Illustration } from '../ui/illustration.tsx'
import { lazy } from '../ui/lazy.ts'
import { PercentBar } from '../ui/progress.tsx'
import { useLazyAfter } from '../ui/use-lazy-after.ts'
import { useUid } from '../user/user.ts'
import { nextLesson } from './next-lesson.ts'
import { pageTarget } from './page-target.ts'

declare module '../router/path.ts' {
  interface HistoryState {
    /** Id of the lesson that was just finished. */
    finished?: string
  }
}

// Lazy, because few people need it, and seldom.
const courseEnd = lazy(async () => {
  const [{ CourseEnd }] = await Promise.all([import('./course-end.tsx'), wantTexts('messages')])
  return CourseEnd
})
/** Null if it could not be loaded: then the sheet praises only the lesson. The next sheet tries again. */
const courseEndOrNull = { load: () => courseEnd.load().catch(() => null) }
const nothing = lazy(async () => undefined)

/** Data that could not be loaded is undefined. The sheet is shown anyway, because the lesson is finished. */
type Props = {
  course?: Course | undefined
  percent?: number
  data?: UserLessonData
}

/** Shown over the course after a lesson was finished: what was done, and the next step. */
export function FinishSheet({ course, percent = 0, data }: Props) {
  const t = useTranslations()
  const uid = useUid()
  const { finished } = useLocation().state
  const lesson = course
    ? course.lessons.find(({ id }) => id === finished)
    : queryClient.getQueryData<{ lesson: Lesson }>(['lesson', uid, finished])?.lesson
  const next = course && data && nextLesson(course, finished, data)
  const page = resumePage(next && data?.[next.id])
  const isNew = next !== undefined && (data?.[next.id]?.status ?? 'not-started') === 'not-started'
  const isWhole = percent === 100
  const End = useLazyAfter(lesson && isWhole ? courseEndOrNull : nothing, 0)
  if (!lesson || (isWhole && End === undefined)) return null
  // The state is removed with the sheet, or before one of its links is followed, so that a return praises nobody again.
  const close = () => updateEntry({ state: {} })
  return (
    <Dialog
      className={End ? 'sheet stack center end' : 'sheet stack center'}
      labelledBy="finish-heading"
      onClose={close}
    >
      <div className="finish-art">
        <Illustration tone="light" at={3} />
      </div>
      {End && course && data ? <End course={course} data={data} onLeave={close} /> : lessonEnd(lesson.title)}
    </Dialog>
  )

  function lessonEnd(title: string) {
    return (
      <>
        <h1 id="finish-heading" tabIndex={-1}>
          {t('course.finished')}
        </h1>
        <p>{t('course.finishedLesson', { title: isolated(title) })}</p>
        {data && (
          <div className="wide">
            <PercentBar percent={percent} label={t('course.lessons')} />
          </div>
        )}
        {course && next && (
          <Link
            className="btn wide"
            {...pageTarget(course.id, next.id, page)}
            onClick={() => {
              close()
              if (isNew) track('lesson_start', { lesson_id: next.id })
            }}
          >
            {t('course.nextLesson', { title: next.title })}
          </Link>
        )}
        {course ? (
          <button className={next ? 'btn quiet wide' : 'btn wide'} type="button" onClick={close}>
            {t('course.backToCourse')}
          </button>
        ) : (
          <Link className="btn wide" to="/" onClick={close}>
            {t('page.courses')}
          </Link>
        )}
      </>
    )
  }
}
