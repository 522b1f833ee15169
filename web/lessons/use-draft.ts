import { useState } from 'react'
import type { Page } from '../../contract/lessons.ts'
import type { KnownPageType } from '../../contract/pages/index.ts'
import type { StoredAnswer } from '../../contract/progress.ts'
import { type DraftPlace, keepDraft, readDraft } from '../outbox/drafts.ts'

/** The answer somebody is at: what they began here, else what they gave before. Every change is kept at once; what is only shown is not. */
export function useDraft<Draft>(
  type: KnownPageType<Draft>,
  { type: pageType, options = {} }: Page,
  given: StoredAnswer | undefined,
  place: DraftPlace,
): [Draft, change: (draft: Draft) => void, show: (draft: Draft) => void] {
  const own = { ...place, type: pageType }
  const [draft, setDraft] = useState(() => {
    // Earlier versions kept drafts without a type.
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
