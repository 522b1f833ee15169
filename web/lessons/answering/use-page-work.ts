import { useRef, useState } from 'react'
import type { Lesson, Page, PageLog } from '../../../contract/lessons.ts'
import { isPageComplete } from '../../../contract/progress.ts'
import { mediaPlace, pagePlace, picksPlace } from '../../outbox/drafts/draft-place.ts'
import type { RecordingDraft } from '../../outbox/drafts/recording-drafts.ts'
import { currentSession, timeOfWriting } from '../../session.ts'
import type { KnownLessonData } from '../../user/load-user.ts'
import { usePageScreen } from '../pages/index.ts'
import { pageState } from './page-state.ts'
import { useAnswer } from './use-answer.ts'
import { useMediaMemory } from './use-media-memory.ts'
import { usePageLog } from './use-page-log.ts'
import { usePicks } from './use-picks.ts'

type Props = {
  lesson: Lesson
  page: Page
  pageNumber: number
  totalPages: number
  data: KnownLessonData | undefined
  /** Turns to the next page, or leaves the lesson after the last. */
  goOn(): void
  preview: { log(entry: PageLog): void } | undefined
}

/** Everything a learner does on a page. */
export function usePageWork({ lesson, page, pageNumber, totalPages, data, goOn, preview }: Props) {
  const uid = currentSession()?.uid ?? ''
  const screen = usePageScreen(page.type)
  const answering = useAnswer(screen, pagePlace(uid, lesson.id, page.id), page, data)
  const { submitted, draft, setDraft, recording, submissions } = answering
  const [checked, setChecked] = useState<unknown>()
  const memory = useMediaMemory(mediaPlace(uid, lesson.id, page.id))
  const { log, isBusy, hasFailed, forgetFailure } = usePageLog(lesson, page, screen.type)
  /** Whether the main button was pressed while the end of a film was being logged: then the page turns after that. */
  const isPressed = useRef(false)

  const isComplete = isPageComplete(data, pageNumber)
  const ownMedia = page.avFilename ? [page.avFilename] : []
  const toFinish = [...ownMedia, ...(screen.toFinish?.(page, draft) ?? [])]
  const { answer, isDirty, press, blockedBy } = pageState({
    ...answering,
    type: screen.type,
    options: page.options ?? {},
    isComplete,
    hasRecording: recording !== undefined,
    media: { ...memory, toFinish },
  })
  const feedback = screen.feedback?.({ page, draft, checked })
  const isGraded = feedback !== undefined && !isComplete
  const picked = usePicks(screen, picksPlace(uid, lesson.id, page), { page, draft, isGraded })
  const resetWrong = press === 'check' && feedback ? screen.resetWrong : undefined

  async function submit(): Promise<boolean> {
    const entry: PageLog = {
      userId: uid,
      lessonId: lesson.id,
      pageId: page.id,
      pageType: page.type,
      pageNumber,
      totalPages,
      answer: answer ?? null,
      answeredAt: timeOfWriting(),
      ...picked(),
      lessonChangedAt: lesson.changedAt,
    }
    if (preview) {
      preview.log(entry)
      return true
    }
    const { submitRecording } = screen
    if (!recording || !submitRecording) return log(entry)
    const isLogged = await log(entry, logged => submitRecording(logged, recording))
    return isLogged && answering.clearRecording(recording)
  }

  async function pressMain(): Promise<void> {
    if (blockedBy) return
    isPressed.current = true
    if (isBusy) return
    if (press === 'check') return resetWrong ? setDraft(resetWrong(page, draft)) : setChecked(draft)
    if (press === 'go-on' || (await submit())) goOn()
  }

  async function onEnded(name: string): Promise<void> {
    memory.onEnded(name)
    if (!screen.type.isDoneAtFilmEnd || name !== page.avFilename) return
    isPressed.current = false
    if ((isComplete || (await submit())) && (page.options?.autoAdvance || isPressed.current)) goOn()
  }

  function setRecording(recording: RecordingDraft | undefined): void {
    answering.setRecording(recording)
    if (hasFailed) forgetFailure()
  }

  const voice = { recording, setRecording, submissions, hasFailed: hasFailed && recording !== undefined }
  return {
    screen,
    content: { page, draft, setDraft, checked, submitted, voice },
    media: { ...memory, onEnded },
    feedback,
    /** The next press of the main button removes what is wrong. */
    isReset: resetWrong !== undefined,
    blockedBy,
    isDirty,
    isBusy,
    hasFailed: hasFailed && recording === undefined,
    pressMain,
  }
}
