import { useTranslations } from 'use-intl'
import type { Lesson, Page } from '../../../contract/lessons.ts'
import { useCourse } from '../../courses/courses.ts'
import { KeepOffer } from '../../downloads/keep-offer.tsx'
import { directionOf } from '../../i18n/language.ts'
import { useLanguage } from '../../i18n/language-provider.tsx'
import { PageMessages } from '../../messages/page-messages.tsx'
import { knownSettings } from '../../settings/settings.ts'
import './page-foot.css'

type Props = { courseId: string; lesson: Lesson; page: Page; pageNumber: number }

/** The mentor's messages about a page, and a button to ask; below the first page, the offer to keep the lesson. */
export function PageFoot(props: Props) {
  return (
    <>
      {knownSettings().messengerEnabled && <PageMessages {...props} />}
      {props.pageNumber === 1 && <KeepLesson {...props} />}
    </>
  )
}

function KeepLesson({ courseId, lesson: { id } }: Props) {
  const t = useTranslations('alone')
  const { language } = useLanguage()
  const { course } = useCourse(courseId)
  const lesson = course?.lessons.find(one => one.id === id)
  if (!course || !lesson) return null
  return (
    <div className="keep-lesson" lang={language} dir={directionOf(language)}>
      <KeepOffer course={{ ...course, title: lesson.title, lessons: [lesson] }} lesson={t('keepLesson')} />
    </div>
  )
}
