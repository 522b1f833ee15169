import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Page } from '../../contract/lessons.ts'
import { isSound } from '../../contract/media.ts'
import { track } from '../analytics/track.ts'
import { directionOf } from '../i18n/language.ts'
import type { KnownLessonData } from '../user/user.ts'
import { AbovePage } from './above-page.tsx'
import { BelowPage } from './below-page.tsx'
import { Dock } from './dock.tsx'
import type { LessonWithPages } from './lesson.ts'
import { canBack, canForward } from './navigation.ts'
import { PageContext } from './page-screen.ts'
import { usePageWork } from './use-page-work.ts'
import { useTurning } from './use-turning.ts'

type Props = {
  courseId: string
  lesson: LessonWithPages['lesson']
  page: Page
  pages: readonly Page[]
  pageNumber: number
  data: KnownLessonData | undefined
}

/** One page of a lesson, with the dock below it. */
export function LessonPage({ courseId, lesson, page, pages, pageNumber, data }: Props) {
  const total = pages.length
  const t = useTranslations('lesson')
  const [dock, setDock] = useState<HTMLElement | null>(null)
  const { turnTo, finish } = useTurning(courseId, lesson.id)
  const work = usePageWork({ lesson, page, pageNumber, totalPages: total, data, goOn })
  const { screen, draft, setDraft, checked, given, voice, media, verdict } = work
  const { language } = lesson
  const where = { lesson_id: lesson.id, page_id: pageNumber }
  const lastCompleted = data?.lastCompleted ?? 0

  function goOn() {
    if (pageNumber < total) return turnTo(pageNumber + 1)
    track('lesson_complete', { lesson_id: lesson.id })
    finish()
  }

  function skipTo(to: number) {
    const isBack = to < pageNumber
    track(isBack ? 'lesson_skip_back' : 'lesson_skip_forward', {
      lesson_id: lesson.id,
      from_page_id: pageNumber,
      to_page_id: to,
    })
    turnTo(to, { replace: isBack })
  }

  function label() {
    if (verdict?.places) return t('tryAgain')
    if (page.buttonText) return <bdi lang={language}>{page.buttonText}</bdi>
    return screen.button?.(t, draft, work.isNews) ?? t('next')
  }

  return (
    <PageContext value={{ lesson, pageNumber, where, media, dock }}>
      <main
        className={`leaf lesson-page-${page.type}${isSound(page.avFilename ?? '') ? ' media-page' : ''}`}
        lang={language}
        dir={directionOf(language)}
      >
        <AbovePage lessonId={lesson.id} pages={pages} page={page} />
        <screen.Content {...{ page, draft, setDraft, checked, given, voice }} />
        <BelowPage courseId={courseId} lesson={lesson} page={page} pageNumber={pageNumber} />
      </main>
      <Dock
        {...work}
        language={language}
        label={label()}
        onMain={() => void work.pressMain()}
        onBack={canBack(pageNumber) ? () => skipTo(pageNumber - 1) : undefined}
        onForward={canForward(pageNumber, lastCompleted, total) ? () => skipTo(pageNumber + 1) : undefined}
        slot={setDock}
      />
    </PageContext>
  )
}
