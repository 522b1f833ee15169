import { useRef, useState } from 'react'
import type { DraftPlace } from '../../outbox/drafts/draft-place.ts'
import { dropDraft, readDraft, saveDraft } from '../../outbox/drafts/drafts.ts'

/** `id`: of the message that is made of this text, if it was sent before. */
type Text = { id: string | undefined; text: string }

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
  const sent = useRef<Text[]>([])

  function write(next: string) {
    show(next)
    save()
  }

  function show(next: string, nextId?: string) {
    newest.current = next
    id.current = nextId
    setText(next)
  }

  /** The texts that no message has yet: the sent ones in their order, then that of the box. */
  function unstored(): Text[] {
    return [...sent.current, { id: id.current, text: newest.current }].filter(one => one.text !== '')
  }

  function save() {
    const [first, ...others] = unstored()
    if (!first) dropDraft(place)
    else if (others.length === 0 && first.id) saveDraft(place, [first.text, first.id])
    else saveDraft(place, joined([first, ...others]))
  }

  return {
    text,
    write,
    append: (added: string) => write(inLines([newest.current, added])),
    prepend: (added: string) => write(inLines([added, newest.current])),
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
      const all = unstored()
      sent.current = []
      show(joined(all), all.length === 1 ? all[0]?.id : undefined)
      save()
    },
  }
}

function joined(texts: readonly Text[]): string {
  return inLines(texts.map(({ text }) => text))
}

function inLines(texts: readonly string[]): string {
  return texts.filter(Boolean).join('\n')
}
