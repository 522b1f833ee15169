import { useRef, useState } from 'react'
import type { DraftPlace } from '../../outbox/drafts/draft-place.ts'
import { dropDraft, readDraft, saveDraft } from '../../outbox/drafts/drafts.ts'

type Sent = { id: string; text: string }

/**
 * A text that survives a reload. All functions see the newest text, also those of an earlier render. What is sent is a
 * part of the draft until its message is stored: after a reload in between it is in the box again. A text that is there
 * alone has the id of its message then.
 */
export function useDraftText(place: DraftPlace) {
  const [[stored, storedId]] = useState(() => [readDraft(place) ?? ''].flat())
  const [text, setText] = useState(stored ?? '')
  const newest = useRef(text)
  const id = useRef(storedId)
  const sent = useRef<Sent[]>([])

  function write(next: string) {
    show(next)
    save()
  }

  function show(next: string, nextId?: string) {
    newest.current = next
    id.current = nextId
    setText(next)
  }

  function save() {
    const unsent = [...sent.current, { id: id.current, text: newest.current }].filter(one => one.text !== '')
    const [only] = unsent
    if (!only) dropDraft(place)
    else if (unsent.length === 1 && only.id) saveDraft(place, [only.text, only.id])
    else saveDraft(place, joined(unsent))
  }

  return {
    text,
    write,
    append: (added: string) => write(joined([{ text: newest.current }, { text: added }])),
    prepend: (added: string) => write(joined([{ text: added }, { text: newest.current }])),
    /** Empties the box. Returns the id of the message. */
    send(): string {
      const one = { id: id.current ?? crypto.randomUUID(), text: newest.current }
      sent.current.push(one)
      show('')
      save()
      return one.id
    },
    /** The oldest of the sent texts is stored in a message. */
    noteStored() {
      sent.current.shift()
      save()
    },
    /** All sent texts return to the box, in their order, before what was written since. */
    giveBack() {
      const all = [...sent.current, { id: undefined, text: newest.current }].filter(one => one.text !== '')
      sent.current = []
      show(joined(all), all.length === 1 ? all[0]?.id : undefined)
      save()
    },
  }
}

function joined(texts: { text: string }[]): string {
  return texts.flatMap(({ text }) => text || []).join('\n')
}
