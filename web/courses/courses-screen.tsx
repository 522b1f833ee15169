import { useTranslations } from 'use-intl'
import type { Course } from '../../contract/courses.ts'
import type { UserLessonData } from '../../contract/progress.ts'
import { isolated } from '../i18n/isolated.ts'
import { useLanguage } from '../i18n/language-provider.tsx'
import { usePreload } from '../router/use-preload.ts'
import { LoadingScreen } from '../ui/loading-screen.tsx'
import { useUid, useUser } from '../user/user.ts'
import { CourseRow } from './course-row.tsx'
import { useCourses } from './courses.ts'
import { lastOpenedLesson, lessonToResume } from './lesson-to-resume.ts'
import { ResumeCard } from './resume-card.tsx'
import './home.css'
import { lazy } from '../ui/lazy.ts'
import { LoadFailed } from '../ui/load-failed.tsx'
import { useLazyAfter } from '../ui/use-lazy-after.ts'
import { useLessonsOnPhone } from './here/use-lessons-on-phone.ts'

const offlineHome = lazy(async () => (await import('./here/offline-home.tsx')).OfflineHome)
const nothing = lazy(async () => undefined)

/** The lesson to continue, then all other courses, those in the language of the interface first. */
export function CoursesScreen() {
  const t = useTranslations()
  const { language } = useLanguage()
  const uid = useUid()
  const courses = useCourses()
  const user = useUser()
  const here = useLessonsOnPhone()
  const Offline = useLazyAfter(here ? offlineHome : nothing, 0)
  usePreload('/courses/$courseId')
  usePreload('/courses/$courseId/lessons/$lessonId')
  if (courses.isPending || user.isPending) return <LoadingScreen />
  if (courses.error) return <LoadFailed error={courses.error} text={t('courses.error')} onRetry={courses.refetch} />
  if (user.error) return <LoadFailed error={user.error} text={t('courses.userError')} onRetry={user.refetch} />
  const data = user.data.userLessonData
  const isOwn = (course: Course) => course.language === language
  const [own, others] = [courses.data.filter(isOwn), courses.data.filter(course => !isOwn(course))]
  const lastOpened = lastOpenedLesson(uid)
  const isSomeHere = courses.data.some(({ lessons }) => lessons.some(({ id }) => here?.lessonIds.has(id)))
  if (here && isSomeHere && Offline)
    return <Offline courses={[...own, ...others]} data={data} here={here} lastOpened={lastOpened} />
  const goOn = lessonToResume([...own, ...others], data, lastOpened)
  const isNew = goOn !== undefined && Object.keys(data).length === 0 && !user.data.user.hasLearned
  const rest = own.filter(course => course !== goOn?.course)
  const restOfOthers = others.filter(course => course !== goOn?.course)
  return (
    <main className="page stack loose">
      <div>
        <h1 tabIndex={-1}>{greeting()}</h1>
        <p>{courses.data.length === 0 ? t('courses.none') : t(isNew ? 'home.firstToday' : 'courses.today')}</p>
      </div>
      {goOn && <ResumeCard goOn={goOn} data={data} />}
      <Rows title={goOn && t(isNew ? 'home.orChoose' : 'home.others')} courses={rest} data={data} />
      <Rows title={own.length > 0 && t('courses.inOther')} courses={restOfOthers} data={data} />
    </main>
  )

  function greeting(): string {
    const name = user.data?.user.displayName
    if (!name) return t(isNew ? 'home.welcome' : 'courses.hello')
    return t(isNew ? 'home.welcomeName' : 'courses.helloName', { name: isolated(name) })
  }
}

type RowsProps = { title: string | false | undefined; courses: Course[]; data: UserLessonData }

function Rows({ title, courses, data }: RowsProps) {
  if (courses.length === 0) return null
  return (
    <section className="stack tight">
      {title && <h2 className="sub">{title}</h2>}
      <ul className="card others">
        {courses.map(course => (
          <CourseRow key={course.id} course={course} data={data} />
        ))}
      </ul>
    </section>
  )
}
