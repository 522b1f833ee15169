import { useState } from 'react'
import type { Lesson, Page, PageLog } from '../../../contract/lessons.ts'
import { recordingIn } from '../../../contract/media.ts'
import { readsAnswerOf } from '../../../contract/pages/page-type.ts'
import { isPageComplete } from '../../../contract/progress.ts'
import type { KeptRecording } from '../../outbox/kept-recordings.ts'
import { currentSession, serverNow } from '../../session.ts'
import type { KnownLessonData } from '../../user/user.ts'
import { usePageScreen } from '../pages/index.ts'
import { pageState } from './page-state.ts'
import { useDraft } from './use-draft.ts'
import { useMediaMemory } from './use-media-memory.ts'
import { usePageLog } from './use-page-log.ts'

type Props = {
  lesson: Lesson
  page: Page
  pageNumber: number
  totalPages: number
  data: KnownLessonData | undefined
  /** To the next page, or out of the lesson after the last. */
  goOn(): void
}

/** Everything a learner does on a page. */
export function usePageWork({ lesson, page, pageNumber, totalPages, data, goOn }: Props) {
  const uid = currentSession()?.uid ?? ''
  const screen = usePageScreen(page.type)
  const { type } = screen
  const { id: pageId, type: pageType, options = {} } = page
  const place = { uid, lessonId: lesson.id, pageId }
  const submitted = readsAnswerOf(type, data?.givenOn?.[pageId]) ? data?.answers[pageId] : undefined
  const isSpoken = screen.submitRecording !== undefined && recordingIn(submitted) !== undefined
  const [draft, setDraft, showDraft] = useDraft(type, page, isSpoken ? undefined : submitted, place)
  const [checked, setChecked] = useState<unknown>()
  const [recording, setRecording] = useState<KeptRecording>()
  const [submissions, setSubmissions] = useState(0)
  const memory = useMediaMemory(place)
  const { log, isBusy, hasFailed, forgetFailure } = usePageLog(lesson, page)

  const isComplete = isPageComplete(data, pageNumber)
  const toFinish = [...(page.avFilename ? [page.avFilename] : []), ...(screen.toFinish?.(page, draft) ?? [])]
  const media = { ...memory, toFinish }
  const hasRecording = recording !== undefined
  const state = pageState({ type, options, isComplete, submitted, isSpoken, draft, hasRecording, media })
  const { answer = null, isDirty, press, blockedBy } = state
  const feedback = screen.feedback?.({ page, draft, checked })
  const reset = press === 'check' && feedback ? screen.resetWrong : undefined

  async function submit(): Promise<boolean> {
    const entry: PageLog = { userId: uid, lessonId: lesson.id, pageId, pageType, pageNumber, answer, totalPages }
    entry.answeredAt = serverNow()
    const { submitRecording } = screen
    if (!recording || !submitRecording) return log(entry)
    if (!(await log(entry, logged => submitRecording(logged, recording)))) return false
    setRecording(undefined)
    setSubmissions(submissions + 1)
    showDraft(type.empty)
    return true
  }

  async function pressMain(): Promise<void> {
    if (blockedBy || isBusy) return
    if (press === 'check') return reset ? setDraft(reset(page, draft)) : setChecked(draft)
    if (press === 'go-on' || (await submit())) goOn()
  }

  async function mediaEnded(name: string): Promise<void> {
    memory.onEnded(name)
    if (!type.isDoneAtFilmEnd || name !== page.avFilename) return
    if ((isComplete || (await submit())) && options.autoAdvance) goOn()
  }

  function changeRecording(said: KeptRecording | undefined): void {
    setRecording(said)
    if (hasFailed) forgetFailure()
  }

  const voice = { recording, setRecording: changeRecording, submissions, hasFailed: hasFailed && hasRecording }
  return {
    screen,
    content: { page, draft, setDraft, checked, submitted, voice },
    media: { ...memory, onEnded: mediaEnded },
    feedback,
    /** Pressing the main button removes what is wrong. */
    isReset: reset !== undefined,
    blockedBy,
    isDirty,
    isBusy,
    hasFailed: hasFailed && !hasRecording,
    pressMain,
  }
}
