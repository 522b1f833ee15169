import { useMemo, useRef, useState } from 'react'
import type { Page } from '../../../contract/lessons.ts'
import { recordingIn } from '../../../contract/media.ts'
import { readsAnswerOf } from '../../../contract/pages/page-type.ts'
import { nonEmptyAnswer, type StoredAnswer } from '../../../contract/progress.ts'
import { type DraftPlace, ofType } from '../../outbox/drafts/draft-place.ts'
import { dropDraft, readDraft, saveDraft } from '../../outbox/drafts/drafts.ts'
import type { RecordingDraft } from '../../outbox/drafts/recording-drafts.ts'
import { useOtherTab } from '../../outbox/drafts/use-other-tab.ts'
import type { KnownLessonData } from '../../user/load-user.ts'
import type { PageScreen } from '../page-screen.ts'
import { readMergedDraft } from './merged-draft.ts'

/** The answer of a page: the submitted one, and what was written or recorded since. */
export function useAnswer(
  screen: PageScreen<unknown>,
  place: DraftPlace,
  page: Page,
  data: KnownLessonData | undefined,
) {
  const { type, submitRecording } = screen
  const submitted = readsAnswerOf(type, data?.givenOn?.[page.id]) ? data?.answers[page.id] : undefined
  const isSpoken = submitRecording !== undefined && recordingIn(submitted) !== undefined
  const [draft, setDraft, showDraft] = useDraft(screen, place, page, isSpoken ? undefined : submitted)
  const [recording, showRecording] = useState<RecordingDraft>()
  const newest = useRef(recording)
  const [submissions, setSubmissions] = useState(0)

  function setRecording(next: RecordingDraft | undefined) {
    newest.current = next
    showRecording(next)
  }

  /**
   * Removes a submitted recording, so that the next one can be made. Returns false if it was deleted or replaced
   * meanwhile.
   */
  function clearRecording(sent: RecordingDraft): boolean {
    if (newest.current !== sent) return false
    setRecording(undefined)
    setSubmissions(submissions + 1)
    showDraft(type.empty)
    return true
  }

  return { submitted, isSpoken, draft, setDraft, recording, setRecording, submissions, clearRecording }
}

/**
 * The draft of a page; until something is written, the submitted answer. The data of an earlier visit is shown first,
 * so the submitted answer may come later, and the page itself may change. Therefore a draft is kept as it is stored,
 * and is read with the options of the page that is shown. `change` stores the draft, `show` does not.
 */
function useDraft<Draft>(
  { type }: PageScreen<Draft>,
  place: DraftPlace,
  page: Page,
  submitted: StoredAnswer | undefined,
): [Draft, change: (draft: Draft) => void, show: (draft: Draft) => void] {
  const own = ofType(place, page.type)
  const { options = {} } = page
  const kept = (answer: StoredAnswer | undefined) => (answer === undefined ? undefined : { answer })
  // Earlier versions stored drafts without a type.
  const [found] = useState(() => kept(readMergedDraft(own, type.isOwnWords) ?? readDraft(place)))
  const [written, setWritten] = useState(found)
  // If the other tab sent and deleted the draft, this tab still shows it until the page is opened again.
  useOtherTab(own, () => setWritten(shown => kept(readDraft(own)) ?? shown))
  // A wrong or incomplete choice cannot be sent, so after a reload the submitted answer is shown. A begun text stays.
  const isUnusable = (chosen: Draft) => !type.isOwnWords && type.missing(chosen, options) !== undefined
  const answered = kept(submitted)
  const isOutdated = answered && found && written === found && isUnusable(type.draft(found.answer, options))
  const { answer } = (isOutdated ? answered : written) ?? answered ?? {}
  const draft = useMemo(
    () => (answer === undefined ? type.empty : type.draft(answer, page.options ?? {})),
    [type, page, answer],
  )
  const setDraft = (next: Draft) => setWritten(kept(type.stored(next)))
  function change(next: Draft) {
    setDraft(next)
    const stored = type.stored(next)
    if (stored === undefined) return
    const isSubmitted =
      answered !== undefined &&
      JSON.stringify(stored) === JSON.stringify(type.stored(type.draft(answered.answer, options)))
    const isKept = nonEmptyAnswer(stored) !== undefined && !isSubmitted && !(answered && isUnusable(next))
    if (isKept) return saveDraft(own, stored)
    // Nothing to keep: when the page is opened again, it shows the submitted answer, or a newer one.
    dropDraft(own)
    dropDraft(place)
  }
  return [draft, change, setDraft]
}
