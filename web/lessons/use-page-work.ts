import { useState } from 'react'
import type { Lesson, Page, PageLog } from '../../contract/lessons.ts'
import { recordingIn } from '../../contract/media.ts'
import { readsAnswerOf } from '../../contract/pages/page-type.ts'
import { isPageComplete } from '../../contract/progress.ts'
import type { KeptRecording } from '../outbox/kept-recordings.ts'
import { currentSession, serverNow } from '../session.ts'
import type { KnownLessonData } from '../user/user.ts'
import { reasonToWait } from './gate.ts'
import { useDraft } from './use-draft.ts'
import { useMediaMemory } from './use-media-memory.ts'
import { usePageLog } from './use-page-log.ts'
import { usePageScreen } from './use-page-screen.ts'

type Given = {
  lesson: Lesson
  page: Page
  pageNumber: number
  totalPages: number
  data: KnownLessonData | undefined
  /** To the next page or, from the last, out of the lesson. */
  goOn(): void
}

/** What a person does on a page: answers, listens, and presses the main button when the way is open. */
export function usePageWork({ lesson, page, pageNumber, totalPages, data, goOn }: Given) {
  const uid = currentSession()?.uid ?? ''
  const lessonId = lesson.id
  const screen = usePageScreen(page.type)
  const { type } = screen
  const options = page.options ?? {}
  const place = { uid, lessonId, pageId: page.id }
  const given = readsAnswerOf(type, data?.givenOn?.[page.id]) ? data?.answers[page.id] : undefined
  const isSpoken = screen.giveRecording !== undefined && recordingIn(given) !== undefined
  const [draft, setDraft, showDraft] = useDraft(type, page, isSpoken ? undefined : given, place)
  const [voice, setVoice] = useState<{ recording?: KeptRecording | undefined; givings: number }>({ givings: 0 })
  const { recording } = voice
  const [checked, setChecked] = useState<unknown>()
  const memory = useMediaMemory(place)
  const { log, isBusy, hasFailed, forgetFailure } = usePageLog(lesson, page)

  const isComplete = isPageComplete(data, pageNumber)
  // What was said stands until something else is.
  const stands = isSpoken && draft === type.empty
  const missing = recording || stands ? undefined : type.missing(draft, options)
  const answer = stands ? given : type.stored(draft)
  const before = isSpoken || given === undefined ? given : type.stored(type.draft(given, options))
  const isNews = !isComplete || recording !== undefined || JSON.stringify(answer) !== JSON.stringify(before)
  const ownMedia = page.avFilename ? [page.avFilename] : []
  const toFinish = [...ownMedia, ...(screen.toFinish?.(page, draft) ?? [])]
  const reason = reasonToWait({ ...memory, isComplete, missing, checkedOnPress: type.checkedOnPress, toFinish })

  const verdict = screen.verdict?.({ page, draft, checked })

  function entry(): PageLog {
    const answeredAt = serverNow()
    const { id: pageId, type: pageType } = page
    return { userId: uid, lessonId, pageId, pageType, pageNumber, answer: answer ?? null, totalPages, answeredAt }
  }

  function turnToVoice(said: KeptRecording | undefined) {
    setVoice({ ...voice, recording: said })
    if (hasFailed) forgetFailure()
  }

  async function give(): Promise<boolean> {
    const { giveRecording } = screen
    if (!recording || !giveRecording) return log(entry())
    const isLogged = await log(entry(), page => giveRecording(page, recording))
    if (!isLogged) return false
    setVoice({ givings: voice.givings + 1 })
    showDraft(type.empty)
    return true
  }

  async function pressMain(): Promise<void> {
    if (reason || isBusy) return
    if (!isNews) return goOn()
    if (missing && type.checkedOnPress.includes(missing))
      return verdict && screen.again ? setDraft(screen.again(page, draft)) : setChecked(draft)
    // On a completed page the way is open whatever stands there; what will not do stays a draft.
    if (missing || (await give())) goOn()
  }

  async function mediaEnded(name: string): Promise<void> {
    memory.onEnded(name)
    if (!type.isDoneAtFilmEnd || name !== page.avFilename) return
    const isDone = isComplete || (await log(entry()))
    if (isDone && options.autoAdvance) goOn()
  }

  return {
    screen,
    draft,
    setDraft,
    checked,
    given,
    voice: { ...voice, recording, setRecording: turnToVoice, hasFailed: hasFailed && recording !== undefined },
    media: { ...memory, onEnded: mediaEnded },
    verdict,
    reason,
    isNews,
    isBusy,
    hasFailed: hasFailed && !recording,
    pressMain,
  }
}
