import { useTranslations } from 'use-intl'
import type { Course } from '../../contract/courses.ts'
import { coursePercent } from '../../contract/progress.ts'
import { directionOf } from '../i18n/language.ts'
import { useUser } from '../identity/user.ts'
import { Link } from '../router/link.tsx'
import { Icon } from '../ui/icon.tsx'
import { plainText } from '../ui/plain-text.ts'
import { PercentBar } from '../ui/progress.tsx'
import { courseColour } from './course-colour.ts'
import { CourseEmblem } from './course-emblem.tsx'

/** One course in the list: what it is, how far one is, and the way in. */
export function CourseCard({ course }: { course: Course }) {
  const t = useTranslations('courses')
  const data = useUser().data?.userLessonData ?? {}
  const lessonIds = course.lessons.map(lesson => lesson.id)
  const percent = coursePercent(lessonIds, data)
  const isComplete = percent === 100
  return (
    <li className="card course tone" style={courseColour(course)}>
      <div className="course-art">
        <CourseEmblem course={course} />
        <Steps />
      </div>
      <div className="course-in" lang={course.language} dir={directionOf(course.language)}>
        <h2>{course.title}</h2>
        <p>{plainText(course.description)}</p>
        <Standing percent={percent} />
        <Link
          className={percent > 0 && !isComplete ? 'btn wide' : 'btn wide second'}
          to="/courses/$courseId"
          params={{ courseId: course.id }}
          aria-label={`${actionOf(percent)}: ${course.title}`}
        >
          {actionOf(percent)}
        </Link>
      </div>
    </li>
  )

  function actionOf(percent: number): string {
    if (percent === 0) return t('start')
    return percent === 100 ? t('review') : t('continue')
  }
}

function Standing({ percent }: { percent: number }) {
  const t = useTranslations('courses')
  if (percent === 0) return <span />
  if (percent < 100) return <PercentBar percent={percent} label={t('progress')} />
  return (
    <span className="tag good">
      <Icon name="check" />
      {t('complete')}
    </span>
  )
}

/** Five dots that rise: the path, in the colour of the course. */
function Steps() {
  return (
    <svg className="steps" viewBox="0 0 200 56" preserveAspectRatio="xMaxYMid meet" aria-hidden="true">
      <g fill="currentColor">
        <circle cx="40" cy="44" r="5" opacity=".3" />
        <circle cx="78" cy="38" r="6" opacity=".42" />
        <circle cx="116" cy="30" r="7" opacity=".56" />
        <circle cx="152" cy="20" r="8" opacity=".75" />
        <circle cx="186" cy="12" r="9" />
      </g>
    </svg>
  )
}
