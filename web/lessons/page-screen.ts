import { type ComponentType, createContext, use } from 'react'
import type { useTranslations } from 'use-intl'
import type { Lesson, Page } from '../../contract/lessons.ts'
import type { KnownPageType } from '../../contract/pages/index.ts'
import type { StoredAnswer } from '../../contract/progress.ts'
import type { KeptRecording } from '../outbox/kept-recordings.ts'
import type { PageLogLetter } from '../outbox/page-letter.ts'
import type { MediaMemory } from './use-media-memory.ts'

export type PageProps<Draft> = {
  page: Page
  draft: Draft
  setDraft(draft: Draft): void
  /** The draft as it was when mistakes were last shown. */
  checked: Draft | undefined
  /** What was given here before. */
  given: StoredAnswer | undefined
  voice: Voice
}

/** The answer as it was said, on pages that take one. */
export type Voice = {
  recording: KeptRecording | undefined
  setRecording(recording: KeptRecording | undefined): void
  /** How many were given while the page was open. */
  givings: number
  /** It could neither be kept nor sent. */
  hasFailed: boolean
}

/** What is said of an answer. */
export type Verdict = {
  isRight: boolean
  /** Why, in the words of the lesson. */
  said?: string | undefined
  /** Where an answer has several places. */
  places?: { right: number; wrong: number }
}

type Texts = ReturnType<typeof useTranslations<'lesson'>>

/** How a page type is shown. */
export type PageScreen<Draft> = {
  /** What it knows of itself. */
  type: KnownPageType<Draft>
  /** What stands between bar and dock. */
  Content: ComponentType<PageProps<Draft>>
  /** The style of the whole screen: `read` is white, `intro` teal. */
  look?(page: Page): 'read' | 'intro'
  verdict?(props: Pick<PageProps<Draft>, 'page' | 'draft' | 'checked'>): Verdict | undefined
  /** What to go on from after a miss: what was right stays. */
  again?(page: Page, draft: Draft): Draft
  /** Sounds and films to be finished beside the page's own. */
  toFinish?(page: Page, draft: Draft): string[]
  /** The main button where the course does not name it; `isNews` as long as what stands there was not given yet. */
  button?(t: Texts, draft: Draft, isNews: boolean): string
  /** The page may be answered by a recording: puts it on its way and answers what is to be shown of it. */
  giveRecording?(page: PageLogLetter, recording: KeptRecording): Promise<PageLogLetter>
}

type Around = {
  lesson: Lesson
  pageNumber: number
  /** What every event says of this page. */
  where: { lesson_id: string; page_id: number }
  media: MediaMemory
  /** The place in the dock for what must stay in reach of the thumb. */
  dock: HTMLElement | null
}

/** The page that its parts stand on. */
export const PageContext = createContext<Around | undefined>(undefined)

export function usePage(): Around {
  const around = use(PageContext)
  if (!around) throw new Error('usePage needs a page around it')
  return around
}
