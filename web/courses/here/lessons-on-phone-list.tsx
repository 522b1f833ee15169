import { useTranslations } from 'use-intl'
import type { Course } from '../../../contract/courses.ts'
import { directionOf } from '../../i18n/language.ts'
import { Link } from '../../router/link.tsx'
import { Icon } from '../../ui/icon.tsx'
import { courseColour } from '../course-colour.ts'
import { CourseEmblem } from '../emblem/course-emblem.tsx'
import type { LessonsOnPhone } from './lessons-on-phone.ts'
import '../home.css'
import './here.css'

type Props = { courses: Course[]; here: LessonsOnPhone; title?: string }

/** Courses with something that opens without a network. */
export function LessonsOnPhoneList({ courses, here, title }: Props) {
  const t = useTranslations('off')
  if (courses.length === 0) return null
  return (
    <section className="stack tight">
      <h2 className="sub">{title ?? t('here')}</h2>
      <ul className="card others here">
        {courses.map(course => (
          <li key={course.id} className="course tone" style={courseColour(course)}>
            <Link className="line-row" to="/courses/$courseId" params={{ courseId: course.id }}>
              <CourseEmblem course={course} />
              <span className="grow">
                <h3 lang={course.language} dir={directionOf(course.language)}>
                  {course.title}
                </h3>
                <small>{statusText(course)}</small>
              </span>
              <Icon name="check" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )

  function statusText({ lessons }: Course): string {
    const count = lessons.filter(({ id }) => here.lessonIds.has(id)).length
    if (count < lessons.length) return t('part', { here: count, total: lessons.length })
    return t(lessons.every(({ id }) => here.soundOnly.has(id)) ? 'allSound' : 'all')
  }
}
