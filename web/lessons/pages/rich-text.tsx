import { useTranslations } from 'use-intl'
import type { Page } from '../../../contract/lessons.ts'
import { richText as type } from '../../../contract/pages/rich-text.ts'
import { useCourse } from '../../courses/courses.ts'
import { Illustration } from '../../ui/illustration.tsx'
import { RichText } from '../../ui/rich-text/rich-text.tsx'
import { InterfaceText } from '../interface-text.tsx'
import { PageHead } from '../page-head.tsx'
import { PageMedia } from '../page-media.tsx'
import { type PageScreen, usePage } from '../page-screen.ts'

const INTRO_RANK = 1

export const richText: PageScreen<undefined> = {
  type,
  Content: ({ page }) => (isIntro(page) ? <Intro page={page} /> : <PageHead page={page} className="prose" />),
  look: page => (isIntro(page) ? 'intro' : 'read'),
}

function isIntro({ rank }: Page): boolean {
  return rank === INTRO_RANK
}

/** The opening page: the number of the lesson, and a path that shows how far in the course it is. */
function Intro({ page }: { page: Page }) {
  const t = useTranslations('course')
  const { lesson, place } = usePage()
  const { course } = useCourse(lesson.courseId)
  const lessons = course?.lessons ?? []
  const { index, count } = place ?? { index: lessons.findIndex(({ id }) => id === lesson.id), count: lessons.length }
  const step = Math.floor((4 * Math.max(0, index)) / Math.max(1, count)) as 0 | 1 | 2 | 3
  return (
    <>
      <div>
        <PageMedia of={page} autoPlay />
        {index >= 0 && (
          <span className="tag">
            <InterfaceText>{t('lessonNumber', { number: index + 1 })}</InterfaceText>
          </span>
        )}
        <h1>{lesson.title}</h1>
        <RichText html={page.textContent ?? ''} />
      </div>
      <Illustration tone="teal" at={step} />
    </>
  )
}
