import { useTranslations } from 'use-intl'
import { useCourse } from '../courses/courses.ts'
import { useParams } from '../router/use-location.ts'
import { SlowNote } from '../ui/slow-note.tsx'
import { LessonBar } from './lesson-bar.tsx'
import { PageSkeleton } from './page-skeleton.tsx'

/** The skeleton of a lesson, with its title if the courses are loaded. */
export function LessonLoading() {
  const t = useTranslations('common')
  const { courseId = '', lessonId } = useParams()
  const { course } = useCourse(courseId)
  const lesson = course?.lessons.find(({ id }) => id === lessonId)
  return (
    <div className="lesson">
      <LessonBar courseId={courseId} />
      {/* The first four classes are for the time before lessons.css is loaded. */}
      <main className="page narrow stack loose lesson-page" aria-busy="true">
        <h1 className="visually-hidden" lang={lesson && course?.language}>
          {lesson?.title ?? t('loading')}
        </h1>
        <PageSkeleton />
        <SlowNote />
      </main>
    </div>
  )
}
