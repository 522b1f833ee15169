import { useRef, useState } from 'react'
import type { DraftPlace } from '../../outbox/drafts/draft-place.ts'
import { dropDraft, readDraft, saveDraft } from '../../outbox/drafts/drafts.ts'

/** A text that survives a reload. All functions see the newest text, also those of an earlier render. */
export function useDraftText(place: DraftPlace) {
  const [text, setText] = useState(() => String(readDraft(place) ?? ''))
  const newest = useRef(text)

  function write(next: string) {
    show(next)
    saveDraft(place, next)
  }

  function show(next: string) {
    newest.current = next
    setText(next)
  }

  return {
    text,
    write,
    append: (added: string) => write(joined(newest.current, added)),
    prepend: (added: string) => write(joined(added, newest.current)),
    /** The stored draft stays until `dropIfEmpty`. */
    clear: () => show(''),
    dropIfEmpty() {
      if (newest.current === '') dropDraft(place)
    },
  }
}

function joined(...texts: string[]): string {
  return texts.filter(Boolean).join('\n')
}
