import { useTranslations } from 'use-intl'
import type { Course } from '../../contract/courses.ts'
import { coursePercent, type UserLessonData } from '../../contract/progress.ts'
import { courseColour } from '../courses/course-colour.ts'
import { CourseEmblem } from '../courses/emblem/course-emblem.tsx'
import { useLanguage } from '../i18n/language-provider.tsx'
import { Link } from '../router/link.tsx'
import { PercentBar } from '../ui/progress.tsx'

/** Progress in each course; courses in the language of the interface come first. */
export function ProgressCards({ courses, data }: { courses: Course[]; data: UserLessonData }) {
  const t = useTranslations()
  const { language } = useLanguage()
  const ordered = [
    ...courses.filter(course => course.language === language),
    ...courses.filter(course => course.language !== language),
  ]
  return (
    <section className="stack">
      <h2>{t('account.progress')}</h2>
      {courses.length === 0 && <p>{t('courses.none')}</p>}
      <ul className="courses">
        {ordered.map(course => (
          <ProgressCard key={course.id} course={course} data={data} />
        ))}
      </ul>
    </section>
  )
}

function ProgressCard({ course, data }: { course: Course; data: UserLessonData }) {
  const t = useTranslations()
  const lessonIds = course.lessons.map(lesson => lesson.id)
  const percent = coursePercent(lessonIds, data)
  const done = lessonIds.filter(id => data[id]?.status === 'complete').length
  return (
    <li className="tone" style={courseColour(course)}>
      <Link className="card stack tight progress-card" to="/courses/$courseId" params={{ courseId: course.id }}>
        <div className="row">
          <CourseEmblem course={course} />
          <div className="grow">
            <h3>
              <bdi lang={course.language}>{course.title}</bdi>
            </h3>
            <small>
              {percent === 0 ? t('account.notStarted') : t('course.done', { done, total: lessonIds.length })}
            </small>
          </div>
        </div>
        <PercentBar percent={percent} label={t('courses.progress')} />
      </Link>
    </li>
  )
}
