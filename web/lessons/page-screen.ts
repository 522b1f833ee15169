import { type ComponentType, createContext, use } from 'react'
import type { useTranslations } from 'use-intl'
import type { Lesson, Page } from '../../contract/lessons.ts'
import type { KnownPageType } from '../../contract/pages/index.ts'
import type { StoredAnswer } from '../../contract/progress.ts'
import type { RecordingDraft } from '../outbox/drafts/recording-drafts.ts'
import type { PageLogContent } from '../outbox/items/page-log-item.ts'
import type { MediaMemory } from './answering/use-media-memory.ts'

export type PageProps<Draft> = {
  page: Page
  draft: Draft
  setDraft(draft: Draft): void
  /** The draft at the moment when its mistakes were last shown. */
  checked: Draft | undefined
  submitted: StoredAnswer | undefined
  voice: Voice
}

/** A spoken answer, on pages that take one. */
export type Voice = {
  recording: RecordingDraft | undefined
  setRecording(recording: RecordingDraft | undefined): void
  /** The number of submitted answers while the page was open. */
  submissions: number
  /** The recording could neither be stored nor sent. */
  hasFailed: boolean
}

/** The feedback of the bottom bar to an answer. */
export type Feedback = {
  isRight: boolean
  /** The feedback or hint, in the words of the lesson. */
  hint?: string | undefined
  /** The number of right places, if an answer has several. */
  places?: { right: number; wrong: number }
}

type Texts = ReturnType<typeof useTranslations<'lesson'>>

/** How a page type is shown. Its rules, without a screen, are in contract/pages/. */
export type PageScreen<Draft> = {
  type: KnownPageType<Draft>
  /** The content between the top bar and the bottom bar. */
  Content: ComponentType<PageProps<Draft>>
  /** The style of the whole screen: `read` is white, `intro` teal. */
  look?(page: Page): 'read' | 'intro'
  feedback?(props: Pick<PageProps<Draft>, 'page' | 'draft' | 'checked'>): Feedback | undefined
  /** Replaces "well done" and "try another answer". */
  feedbackText?(t: Texts, feedback: Feedback): { title: string; advice: string }
  /** The draft without what was wrong in it. */
  resetWrong?(page: Page, draft: Draft): Draft
  /** Sounds and films that must come to their end, besides the page's own. */
  toFinish?(page: Page, draft: Draft): string[]
  /** The text of the main button, unless the course has one. */
  button?(t: Texts, draft: Draft, isDirty: boolean): string
  /** Only for types that take recordings: enqueues one as the answer. Returns the log as it is to be shown. */
  submitRecording?(page: PageLogContent, recording: RecordingDraft): Promise<PageLogContent>
}

/** Where a lesson is in its course, from 0. */
export type LessonPlace = { index: number; count: number }

type PageSurroundings = {
  lesson: Lesson
  pageNumber: number
  /** The screen and page of the person, for analytics events. */
  where: { lesson_id: string; page_id: number }
  media: MediaMemory
  /** An author looks at the page: no sound begins by itself. */
  isPreview: boolean
  /** Set in the preview of a draft. A published lesson is found in its course. */
  place: LessonPlace | undefined
  /** An element in the bottom bar, for controls that the thumb must reach. */
  bottomBar: HTMLElement | null
}

export const PageContext = createContext<PageSurroundings | undefined>(undefined)

export function usePage(): PageSurroundings {
  const page = use(PageContext)
  if (!page) throw new Error('usePage needs a PageContext')
  return page
}
