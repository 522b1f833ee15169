import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Course } from '../../contract/courses.ts'
import { coursePercent, type UserLessonData } from '../../contract/progress.ts'
import { directionOf } from '../i18n/language.ts'
import { Link } from '../router/link.tsx'
import { Icon } from '../ui/icon.tsx'
import { plainText } from '../ui/rich-text/plain-text.ts'
import { courseColour } from './course-colour.ts'
import { CourseEmblem } from './emblem/course-emblem.tsx'
import { LazyWithdrawnNote } from './rests/lazy-withdrawn-note.tsx'

type Props = {
  course: Course
  data: UserLessonData
  /** Shown instead of the published icon. */
  emblem?: ReactNode
}

export function CourseRow({ course, data, emblem = <CourseEmblem course={course} /> }: Props) {
  const t = useTranslations()
  const lessonIds = course.lessons.map(lesson => lesson.id)
  const percent = coursePercent(lessonIds, data)
  const left = lessonIds.filter(id => data[id]?.status !== 'complete').length
  const inCourse = { lang: course.language, dir: directionOf(course.language) }
  return (
    <li className="course tone" style={courseColour(course)}>
      <Link className="line-row" to="/courses/$courseId" params={{ courseId: course.id }}>
        {emblem}
        <span className="grow">
          <h3 {...inCourse}>{course.title}</h3>
          {percent === 0 && <p {...inCourse}>{plainText(course.description)}</p>}
          {course.rests ? <LazyWithdrawnNote /> : <small>{statusText()}</small>}
          {percent > 0 && percent < 100 && (
            <progress className="progress" max={100} value={percent} aria-label={t('courses.progress')} />
          )}
        </span>
        {lessonIds.length > 0 && <span className="act">{t(action())}</span>}
        <Icon name={percent === 100 ? 'check' : 'forward'} />
      </Link>
    </li>
  )

  function statusText(): string {
    if (percent === 100) return t('courses.complete')
    if (percent === 0) return t('home.notStarted', { count: lessonIds.length })
    return t('home.lessonsLeft', { count: left })
  }

  function action() {
    if (percent === 0) return 'courses.start'
    return percent === 100 ? 'courses.review' : 'courses.continue'
  }
}
