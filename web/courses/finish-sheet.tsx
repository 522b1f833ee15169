import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import type { Course } from '../../contract/courses.ts'
import { track } from '../analytics/track.ts'
import { Dialog } from '../ui/dialog.tsx'
import { PercentBar } from '../ui/progress.tsx'
import { Scene } from '../ui/scene.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Id of the lesson that was just finished. */
    finished?: string
  }
}

/** Over the course after a lesson was finished: what was done, and the next step. */
export function FinishSheet({ course, percent }: { course: Course; percent: number }) {
  const t = useTranslations('course')
  const navigate = useNavigate()
  const finished = useLocation({ select: location => location.state.finished })
  const index = course.lessons.findIndex(lesson => lesson.id === finished)
  const lesson = course.lessons[index]
  const next = course.lessons[index + 1]
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
          to="/courses/$courseId/lessons/$lessonId"
          params={{ courseId: course.id, lessonId: next.id }}
          search={true}
          onClick={() => track('lesson_start', { lesson_id: next.id })}
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
