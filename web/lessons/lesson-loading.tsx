import { useTranslations } from 'use-intl'
import { useCourse } from '../courses/courses.ts'
import { useParams } from '../router/use-place.ts'
import { SlowNote } from '../ui/slow-note.tsx'
import { LessonBar } from './lesson-bar.tsx'

/** The shape of a lesson that is on its way, with its title where the courses are known, and the way out. */
export function LessonLoading() {
  const t = useTranslations('common')
  const { courseId = '', lessonId } = useParams()
  const { course } = useCourse(courseId)
  const lesson = course?.lessons.find(({ id }) => id === lessonId)
  return (
    <div className="lesson">
      <LessonBar courseId={courseId} />
      {/* It may be shown before the styles of lessons are here. */}
      <main className="page narrow stack loose lesson-page" aria-busy="true">
        <h1 className="hush" lang={lesson && course?.language}>
          {lesson?.title ?? t('loading')}
        </h1>
        <span className="bone title" />
        <div className="stack tight">
          <span className="bone" />
          <span className="bone" />
        </div>
        <span className="bone button" />
        <span className="bone button" />
        <SlowNote />
      </main>
    </div>
  )
}
