import { useTranslations } from 'use-intl'
import type { Course } from '../../contract/courses.ts'
import { useLanguage } from '../i18n/language-provider.tsx'
import { useUser } from '../identity/user.ts'
import { usePreload } from '../router/use-preload.ts'
import { LoadingScreen } from '../ui/loading-screen.tsx'
import { CourseCard } from './course-card.tsx'
import { useCourses } from './courses.ts'
import { LoadFailed } from './load-failed.tsx'

/** All courses, those in the language of the interface first. */
export function CoursesScreen() {
  const t = useTranslations('courses')
  const { language } = useLanguage()
  const courses = useCourses()
  const user = useUser()
  usePreload('/courses/$courseId')
  if (courses.isPending || user.isPending) return <LoadingScreen />
  if (courses.error) return <LoadFailed error={courses.error} text={t('error')} onRetry={courses.refetch} />
  if (user.error) return <LoadFailed error={user.error} text={t('userError')} onRetry={user.refetch} />
  const own = courses.data.filter(course => course.language === language)
  const others = courses.data.filter(course => course.language !== language)
  const name = user.data.user.displayName
  return (
    <main className="page stack loose">
      <div>
        <h1 tabIndex={-1}>{name ? t('helloName', { name: `\u2068${name}\u2069` }) : t('hello')}</h1>
        <p>{courses.data.length > 0 ? t('today') : t('none')}</p>
      </div>
      <Cards courses={own} />
      {others.length > 0 && own.length > 0 && <h2>{t('inOther')}</h2>}
      <Cards courses={others} />
    </main>
  )
}

function Cards({ courses }: { courses: Course[] }) {
  if (courses.length === 0) return null
  return (
    <ul className="courses">
      {courses.map(course => (
        <CourseCard key={course.id} course={course} />
      ))}
    </ul>
  )
}
