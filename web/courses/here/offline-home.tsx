import { useTranslations } from 'use-intl'
import type { Course } from '../../../contract/courses.ts'
import type { UserLessonData } from '../../../contract/progress.ts'
import { bytesOf } from '../../downloads/download-status.ts'
import { directionOf } from '../../i18n/language.ts'
import { useDataSaver } from '../../media/data-saver.ts'
import { useSizeInWords } from '../../media/size-in-words.ts'
import { Icon } from '../../ui/icon.tsx'
import { courseColour } from '../course-colour.ts'
import { CourseEmblem } from '../emblem/course-emblem.tsx'
import { lessonToResume } from '../lesson-to-resume.ts'
import { ResumeCard } from '../resume-card.tsx'
import type { LessonsOnPhone } from './lessons-on-phone.ts'
import { LessonsOnPhoneList } from './lessons-on-phone-list.tsx'
import './here.css'

type Props = { courses: Course[]; data: UserLessonData; here: LessonsOnPhone; lastOpened: string | undefined }

/** The home without a network: the lesson to continue, what is on this phone, and what has to wait. */
export function OfflineHome({ courses, data, here, lastOpened }: Props) {
  const t = useTranslations()
  const isHere = (course: Course) => course.lessons.some(({ id }) => here.lessonIds.has(id))
  const goOn = goOnHere(courses, data, { here, lastOpened })
  const away = courses.filter(course => !isHere(course))
  return (
    <main className="page stack loose">
      <h1 className="visually-hidden" tabIndex={-1}>
        {t('page.courses')}
      </h1>
      {goOn && <ResumeCard goOn={goOn} data={data} />}
      <LessonsOnPhoneList courses={courses.filter(isHere)} here={here} />
      {away.length > 0 && (
        <section className="stack tight">
          <h2 className="sub">{t('off.needs')}</h2>
          <ul className="card others">
            {away.map(course => (
              <AwayRow key={course.id} course={course} />
            ))}
          </ul>
        </section>
      )}
    </main>
  )
}

/** A course without any lesson on this phone. It is no link, because the link would lead nowhere. */
function AwayRow({ course }: { course: Course }) {
  const t = useTranslations('off')
  const inWords = useSizeInWords()
  const [isSaving] = useDataSaver()
  const bytes = bytesOf(course.lessons, isSaving ? 'small' : 'large')
  return (
    <li className="course tone away" style={courseColour(course)}>
      <div className="line-row">
        <CourseEmblem course={course} />
        <span className="grow">
          <h3 lang={course.language} dir={directionOf(course.language)}>
            {course.title}
          </h3>
          <small>{t('lessons', { count: course.lessons.length })}</small>
        </span>
        {bytes !== undefined && bytes > 0 && (
          <small className="size">
            <Icon name="download" />
            {inWords(bytes)}
          </small>
        )}
      </div>
    </li>
  )
}

/** The lesson to continue, if it is on this phone; otherwise the next lesson that is on this phone. */
function goOnHere(courses: Course[], data: UserLessonData, { here, lastOpened }: Pick<Props, 'here' | 'lastOpened'>) {
  const wanted = lessonToResume(courses, data, lastOpened)
  if (!wanted || here.lessonIds.has(wanted.lesson.id)) return wanted
  const some = courses.map(course => ({
    ...course,
    lessons: course.lessons.filter(({ id }) => here.lessonIds.has(id)),
  }))
  const goOn = lessonToResume(
    some.filter(({ lessons }) => lessons.length > 0),
    data,
    lastOpened,
  )
  const course = goOn && courses.find(({ id }) => id === goOn.course.id)
  if (!course) return undefined
  return { ...goOn, course, number: course.lessons.findIndex(({ id }) => id === goOn.lesson.id) + 1 }
}
