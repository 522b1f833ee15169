import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import type { Course } from '../../contract/courses.ts'
import { resumePage, type UserLessonData } from '../../contract/progress.ts'
import { track } from '../analytics/track.ts'
import { Dialog } from '../ui/dialog.tsx'
import { PercentBar } from '../ui/progress.tsx'
import { Scene } from '../ui/scene.tsx'
import { nextLesson } from './next-lesson.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Id of the lesson that was just finished. */
    finished?: string
  }
}

/** Over the course after a lesson was finished: what was done, and the next step. */
export function FinishSheet({ course, percent, data }: { course: Course; percent: number; data: UserLessonData }) {
  const t = useTranslations('course')
  const navigate = useNavigate()
  const finished = useLocation({ select: location => location.state.finished })
  const lesson = course.lessons.find(({ id }) => id === finished)
  const next = nextLesson(course, finished, data)
  const page = resumePage(next && data[next.id])
  const isNew = next !== undefined && (data[next.id]?.status ?? 'not-started') === 'not-started'
  if (!lesson) return null
  // The state goes with the sheet, so that coming back here later does not praise again.
  const close = () => navigate({ to: '.', search: true, replace: true, state: {}, viewTransition: false })
  return (
    <Dialog className="sheet stack center" labelledBy="finish-heading" onClose={() => void close()}>
      <div className="finish-art">
        <Scene tone="light" at={3} />
      </div>
      <h1 id="finish-heading" tabIndex={-1}>
        {t('finished')}
      </h1>
      <p>{t('finishedLesson', { title: `\u2068${lesson.title}\u2069` })}</p>
      <div className="wide">
        <PercentBar percent={percent} label={t('lessons')} />
      </div>
      {next && (
        <Link
          className="btn wide"
          to={page === 1 ? '/courses/$courseId/lessons/$lessonId' : '/courses/$courseId/lessons/$lessonId/$pageId'}
          params={{ courseId: course.id, lessonId: next.id, pageId: String(page) }}
          search={true}
          onClick={() => {
            if (isNew) track('lesson_start', { lesson_id: next.id })
          }}
        >
          {t('nextLesson', { title: next.title })}
        </Link>
      )}
      <button className="btn quiet wide" type="button" onClick={() => void close()}>
        {t('backToCourse')}
      </button>
    </Dialog>
  )
}
