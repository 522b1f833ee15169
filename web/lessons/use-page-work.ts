import { useState } from 'react'
import type { Page, PageLog } from '../../contract/lessons.ts'
import { pageTypeOf } from '../../contract/pages/index.ts'
import { isPageComplete, type LessonData } from '../../contract/progress.ts'
import { currentSession, serverNow } from '../session.ts'
import { reasonToWait } from './gate.ts'
import { useDraft } from './use-draft.ts'
import { useMediaMemory } from './use-media-memory.ts'
import { usePageLog } from './use-page-log.ts'
import { usePageScreen } from './use-page-screen.ts'

type Given = {
  lessonId: string
  page: Page
  pageNumber: number
  totalPages: number
  data: LessonData | undefined
  /** To the next page or, from the last, out of the lesson. */
  goOn(): void
}

/** What a person does on a page: answers, listens, and presses the main button when the way is open. */
export function usePageWork({ lessonId, page, pageNumber, totalPages, data, goOn }: Given) {
  const uid = currentSession()?.uid ?? ''
  const type = pageTypeOf(page.type)
  const screen = usePageScreen(page.type)
  const options = page.options ?? {}
  const place = { uid, lessonId, pageId: page.id }
  const given = data?.answers[page.id]
  const [draft, setDraft] = useDraft(type, page, given, place)
  const [checked, setChecked] = useState<unknown>()
  const memory = useMediaMemory(place)
  const { log, isBusy, hasFailed } = usePageLog(lessonId)

  const isComplete = isPageComplete(data, pageNumber)
  const missing = type.missing(draft, options)
  const answer = type.stored(draft)
  const before = given === undefined ? undefined : type.stored(type.draft(given, options))
  const isNews = !isComplete || JSON.stringify(answer) !== JSON.stringify(before)
  const ownMedia = page.avFilename ? [page.avFilename] : []
  const toFinish = [...ownMedia, ...(screen.toFinish?.(page, draft) ?? [])]
  const reason = reasonToWait({ ...memory, isComplete, missing, toFinish })

  const verdict = screen.verdict?.({ page, draft, checked })

  function entry(): PageLog {
    const answeredAt = serverNow()
    return { userId: uid, lessonId, pageId: page.id, pageNumber, answer: answer ?? null, totalPages, answeredAt }
  }

  async function pressMain(): Promise<void> {
    if (reason || isBusy) return
    if (!isNews) return goOn()
    if (missing === 'blanks-wrong')
      return verdict && screen.again ? setDraft(screen.again(page, draft)) : setChecked(draft)
    // On a completed page the way is open whatever stands there; what will not do stays a draft.
    if (missing || (await log(entry()))) goOn()
  }

  async function mediaEnded(name: string): Promise<void> {
    memory.onEnded(name)
    if (!screen.isDoneAtEnd || name !== page.avFilename) return
    const isDone = isComplete || (await log(entry()))
    if (isDone && options.autoAdvance) goOn()
  }

  return {
    screen,
    draft,
    setDraft,
    checked,
    media: { ...memory, onEnded: mediaEnded },
    verdict,
    reason,
    isBusy,
    hasFailed,
    pressMain,
  }
}
