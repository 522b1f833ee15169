import { useState } from 'react'
import type { Page } from '../../../contract/lessons.ts'
import type { KnownPageType } from '../../../contract/pages/index.ts'
import type { StoredAnswer } from '../../../contract/progress.ts'
import { type DraftPlace, keepDraft, readDraft } from '../../outbox/drafts.ts'

/** The draft of a page; at first the stored draft, or the submitted answer. `change` stores it, `show` does not. */
export function useDraft<Draft>(
  type: KnownPageType<Draft>,
  { type: pageType, options = {} }: Page,
  given: StoredAnswer | undefined,
  place: DraftPlace,
): [Draft, change: (draft: Draft) => void, show: (draft: Draft) => void] {
  const own = { ...place, type: pageType }
  const [draft, setDraft] = useState(() => {
    // Earlier versions stored drafts without a type.
    const begun = readDraft(own) ?? readDraft(place) ?? given
    return begun === undefined ? type.empty : type.draft(begun, options)
  })
  function change(next: Draft) {
    setDraft(next)
    const stored = type.stored(next)
    if (stored !== undefined) keepDraft(own, stored)
  }
  return [draft, change, setDraft]
}
