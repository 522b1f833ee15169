import { useTranslations } from 'use-intl'
import type { Course } from '../../contract/courses.ts'
import type { UserLessonData } from '../../contract/progress.ts'
import { isolated } from '../i18n/isolated.ts'
import { directionOf } from '../i18n/language.ts'
import { Link } from '../router/link.tsx'
import { serverNow } from '../session.ts'
import { knownSettings } from '../settings/settings.ts'
import { Icon } from '../ui/icon.tsx'
import { lazy } from '../ui/lazy.ts'
import { useLazyAfter } from '../ui/use-lazy-after.ts'
import { useCourses } from './courses.ts'
import { lastDays } from './week/days.ts'
import { useSteps } from './week/use-steps.ts'
import { LearningWeek } from './week/week.tsx'

const mentorWord = lazy(async () => {
  if (!knownSettings().messengerEnabled) return undefined
  return (await import('./last-mentor-message.tsx')).LastMentorMessage
})

type Props = {
  course: Course
  data: UserLessonData
  /** Called when a link of the sheet is followed. */
  onLeave(): void
}

/** The sheet after the last lesson of a course: what the learner can do now, the week, and the next course. */
export function CourseEnd({ course, data, onLeave }: Props) {
  const t = useTranslations('end')
  const Word = useLazyAfter(mentorWord, 0)
  const steps = useSteps()
  const next = useNextCourse(course, data)
  const lines = course.canDo ?? course.lessons.map(lesson => lesson.title)
  return (
    <>
      <h1 id="finish-heading" tabIndex={-1}>
        {t('title')}
      </h1>
      <p className="meta" lang={course.language} dir={directionOf(course.language)}>
        {course.title}
      </p>
      <div className="can-do stack tight">
        <h2>{t(course.canDo ? 'canDo' : 'done')}</h2>
        <ul className="stack tight" lang={course.language} dir={directionOf(course.language)}>
          {lines.map(line => (
            <li key={line}>
              <Icon name="check" />
              <span>{line}</span>
            </li>
          ))}
        </ul>
      </div>
      {Word && <Word course={course} />}
      {steps && <LearningWeek days={lastDays(steps, new Date(serverNow()))} />}
      {next && (
        <Link className="btn wide" to="/courses/$courseId" params={{ courseId: next.id }} onClick={onLeave}>
          {t('next', { title: isolated(next.title) })}
        </Link>
      )}
      <Link className={next ? 'btn quiet wide' : 'btn wide'} to="/" onClick={onLeave}>
        {t('home')}
      </Link>
    </>
  )
}

/** The next incomplete course in the same language, after this one or else before it. */
function useNextCourse({ id, language }: Course, data: UserLessonData): Course | undefined {
  const { data: courses = [] } = useCourses()
  const place = courses.findIndex(course => course.id === id)
  return [...courses.slice(place + 1), ...courses.slice(0, Math.max(0, place))].find(
    course => course.language === language && course.lessons.some(lesson => data[lesson.id]?.status !== 'complete'),
  )
}
