import { type MouseEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Page, PageLog } from '../../contract/lessons.ts'
import { isSound } from '../../contract/media.ts'
import { track } from '../analytics/track.ts'
import { pageTarget } from '../courses/page-target.ts'
import { directionOf } from '../i18n/language.ts'
import { navigate, pendingLocation } from '../router/router.ts'
import type { KnownLessonData } from '../user/load-user.ts'
import { usePageWork } from './answering/use-page-work.ts'
import { AbovePage, BelowPage } from './around/around-page.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { mainButtonId } from './first-words.ts'
import type { LessonWithPages } from './lesson.ts'
import { canGoBack, canGoForward } from './navigation.ts'
import { type LessonPlace, PageContext } from './page-screen.ts'

/** A double tap would complete the next page unread. */
const DOUBLE_TAP_MS = 400

let turnedAt = -DOUBLE_TAP_MS

type Props = {
  courseId: string
  lesson: LessonWithPages['lesson']
  page: Page
  pages: readonly Page[]
  pageNumber: number
  data: KnownLessonData | undefined
  /** Set while an author looks at the page: nothing is logged or sent. These functions are called instead. */
  preview?: LessonPreview
}

export type LessonPreview = {
  log(entry: PageLog): void
  turnTo(pageNumber: number): void
  finish(): void
  place: LessonPlace
}

export function LessonPage({ courseId, lesson, page, pages, pageNumber, data, preview }: Props) {
  const total = pages.length
  const t = useTranslations('lesson')
  const [bottomBar, setBottomBar] = useState<HTMLElement | null>(null)
  const turning = turningOf(courseId, lesson.id)
  const { turnTo, finish }: typeof turning = preview ?? turning
  const work = usePageWork({ lesson, page, pageNumber, totalPages: total, data, goOn, preview })
  const { screen, content, media } = work
  const { language } = lesson
  const where = { lesson_id: lesson.id, page_id: pageNumber }
  const lastCompleted = data?.lastCompleted ?? 0

  function goOn() {
    turnedAt = performance.now()
    if (pageNumber < total) return turnTo(pageNumber + 1)
    // A second press, while the course screen is being loaded.
    if (pendingLocation()?.path === '/courses/$courseId') return
    track('lesson_complete', { lesson_id: lesson.id })
    finish()
  }

  function press({ timeStamp, nativeEvent }: MouseEvent) {
    const { pointerType } = nativeEvent as PointerEvent
    if (pointerType !== 'touch' || timeStamp > turnedAt + DOUBLE_TAP_MS) void work.pressMain()
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
    if (work.isReset) return t('tryAgain')
    if (page.buttonText) return <bdi lang={language}>{page.buttonText}</bdi>
    return screen.button?.(t, content.draft, work.isDirty) ?? t('next')
  }

  return (
    <PageContext
      value={{ lesson, pageNumber, where, media, bottomBar, isPreview: preview !== undefined, place: preview?.place }}
    >
      <main
        className={`lesson-page lesson-page-${page.type}${isSound(page.avFilename ?? '') ? ' media-page' : ''}`}
        lang={language}
        dir={directionOf(language)}
      >
        <AbovePage lessonId={lesson.id} pages={pages} page={page} />
        <screen.Content {...content} />
        {!preview && <BelowPage courseId={courseId} lesson={lesson} page={page} pageNumber={pageNumber} />}
      </main>
      <BottomBar
        {...work}
        feedbackText={screen.feedbackText}
        language={language}
        label={label()}
        buttonId={mainButtonId(page)}
        onMain={press}
        onBack={canGoBack(pageNumber) ? () => skipTo(pageNumber - 1) : undefined}
        onForward={canGoForward(pageNumber, lastCompleted, total) ? () => skipTo(pageNumber + 1) : undefined}
        slot={setBottomBar}
      />
    </PageContext>
  )
}

/** Functions that leave a page of this lesson. */
function turningOf(courseId: string, lessonId: string) {
  return {
    turnTo(pageNumber: number, options: { replace?: boolean } = {}): void {
      navigate({ ...pageTarget(courseId, lessonId, pageNumber), ...options })
    },
    /** Leads to the course screen, which congratulates. */
    finish(): void {
      navigate({ to: '/courses/$courseId', params: { courseId }, state: { finished: lessonId } })
    },
  }
}
