import { useFormatter, useTranslations } from 'use-intl'
import { coursePercent, type UserLessonData } from '../../contract/progress.ts'
import { track } from '../analytics/track.ts'
import { directionOf } from '../i18n/language.ts'
import { Link } from '../router/link.tsx'
import { PercentBar } from '../ui/progress.tsx'
import { plainText } from '../ui/rich-text/plain-text.ts'
import { courseColour } from './course-colour.ts'
import { CourseEmblem } from './emblem/course-emblem.tsx'
import type { LessonToResume } from './lesson-to-resume.ts'
import { pageTarget } from './page-target.ts'
import { LazyWithdrawnNote } from './rests/lazy-withdrawn-note.tsx'

/** The lesson to continue, with the main button of the screen. */
export function ResumeCard({ goOn, data }: { goOn: LessonToResume; data: UserLessonData }) {
  const t = useTranslations()
  const format = useFormatter()
  const { course, lesson, page, isStarted } = goOn
  const percent = coursePercent(
    course.lessons.map(({ id }) => id),
    data,
  )
  const inCourse = { lang: course.language, dir: directionOf(course.language) }
  return (
    <section className="card course go-on tone" style={courseColour(course)} aria-labelledby="go-on">
      <div className="course-art">
        <CourseEmblem course={course} />
        <Link className="grow" to="/courses/$courseId" params={{ courseId: course.id }} {...inCourse}>
          {course.title}
        </Link>
        <Steps />
      </div>
      <div className="go-on-in">
        <div className={percent === 0 ? 'row is-next' : undefined}>
          {percent === 0 && (
            <span className="node" aria-hidden="true">
              {format.number(goOn.number)}
            </span>
          )}
          <div>
            <span className="meta">{where()}</span>
            <h2 id="go-on" {...inCourse}>
              {lesson.title}
            </h2>
          </div>
        </div>
        {percent === 0 && <p {...inCourse}>{plainText(course.description)}</p>}
        {course.rests && <LazyWithdrawnNote />}
        {percent > 0 && <PercentBar percent={percent} label={t('courses.progress')} />}
        <Link
          className="btn wide"
          {...pageTarget(course.id, lesson.id, page)}
          onClick={() => {
            if (!isStarted) track('lesson_start', { lesson_id: lesson.id })
          }}
        >
          {t(isStarted ? 'home.continue' : 'home.start')}
        </Link>
      </div>
    </section>
  )

  function where(): string {
    const { number } = goOn
    const total = data[lesson.id]?.totalPages ?? lesson.pageCount
    if (isStarted) return t('home.place', { lesson: number, page, total })
    return t('home.ahead', { lesson: number, pages: t('course.pages', { count: lesson.pageCount }) })
  }
}

/** Five rising dots: the path, in the colour of the course. */
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
