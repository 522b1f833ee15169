import { useRef, useState } from 'react'
import type { DraftPlace } from '../../outbox/drafts/draft-place.ts'
import { dropDraft, readDraft, saveDraft } from '../../outbox/drafts/drafts.ts'

/**
 * A text that survives a reload. All functions see the newest text, also those of an earlier render. A draft that is
 * sent is stored with the id of its message until `dropIfEmpty`: after a reload in between it has the same id again.
 */
export function useDraftText(place: DraftPlace) {
  const [[stored, storedId]] = useState(() => [readDraft(place) ?? ''].flat())
  const [text, setText] = useState(stored ?? '')
  const newest = useRef(text)
  const id = useRef(storedId)

  function write(next: string) {
    show(next)
    id.current = undefined
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
    /** Returns the id of the message. The stored draft stays until `dropIfEmpty`. */
    clear(): string {
      const sent = id.current ?? crypto.randomUUID()
      saveDraft(place, [newest.current, sent])
      id.current = undefined
      show('')
      return sent
    },
    dropIfEmpty() {
      if (newest.current === '') dropDraft(place)
    },
  }
}

function joined(...texts: string[]): string {
  return texts.filter(Boolean).join('\n')
}
