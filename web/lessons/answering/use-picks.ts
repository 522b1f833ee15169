import { useEffect, useRef } from 'react'
import type { Page, PageLog } from '../../../contract/lessons.ts'
import type { DraftPlace } from '../../outbox/drafts/draft-place.ts'
import { readDraft, saveDraft } from '../../outbox/drafts/drafts.ts'
import type { PageScreen } from '../page-screen.ts'

/**
 * Collects what a learner picks on a page with a right answer, each pick as JSON. The picks are stored like a draft, so
 * that they survive a reload. `isGraded`: the screen shows whether the draft is right. Returns a function that gives
 * the fields of the log about the picks.
 */
export function usePicks<Draft>(
  { type, feedback }: PageScreen<Draft>,
  place: DraftPlace,
  { page, draft, isGraded }: { page: Page; draft: Draft; isGraded: boolean },
): () => Pick<PageLog, 'tries' | 'firstAnswer'> | undefined {
  const picks = useRef([readDraft(place) ?? []].flat())
  const pick = JSON.stringify(type.stored(draft))
  function note() {
    if (picks.current.at(-1) === pick) return
    picks.current = [...picks.current, pick]
    saveDraft(place, picks.current)
  }
  useEffect(() => {
    if (isGraded) note()
  })
  return () => {
    if (!feedback?.({ page, draft, checked: draft })) return undefined
    note()
    const [first = pick] = picks.current
    return { tries: picks.current.indexOf(pick) + 1, firstAnswer: JSON.parse(first) }
  }
}
