import { type ComponentType, createContext, use } from 'react'
import type { useTranslations } from 'use-intl'
import type { Lesson, Page } from '../../contract/lessons.ts'
import type { MediaMemory } from './use-media-memory.ts'

export type PageProps<Draft> = {
  page: Page
  draft: Draft
  setDraft(draft: Draft): void
  /** The draft as it was when mistakes were last shown. */
  checked: Draft | undefined
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

/** How a page type is shown: the other half of contract/pages, answered by each type. */
export type PageScreen<Draft> = {
  /** What stands between bar and dock. */
  Content: ComponentType<PageProps<Draft>>
  /** The style of the whole screen: `read` is white, `intro` teal. */
  look?(page: Page): 'read' | 'intro'
  verdict?(props: Omit<PageProps<Draft>, 'setDraft'>): Verdict | undefined
  /** What to go on from after a miss: what was right stays. */
  again?(page: Page, draft: Draft): Draft
  /** Sounds and films to be finished beside the page's own. */
  toFinish?(page: Page, draft: Draft): string[]
  /** The main button where the course does not name it. */
  button?(t: Texts, draft: Draft): string
  /** The page is done when its film has ended. */
  isDoneAtEnd?: true
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
