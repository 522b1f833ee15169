import { useRef, useState } from 'react'
import type { StoredAnswer } from '../../../contract/progress.ts'
import { isVisible } from '../../../contract/text/visible.ts'
import type { DraftPlace } from '../../outbox/drafts/draft-place.ts'
import { dropDraft, readDraft, saveDraft } from '../../outbox/drafts/drafts.ts'
import { useOtherTab } from '../../outbox/drafts/use-other-tab.ts'

/** A text that was sent, with the id of its message. `wasSent`: it was sent before, too, and came back into the box. */
type Sent = { text: string; id: string; wasSent?: boolean }

/**
 * A text that survives a reload. All functions see the newest text, also those of an earlier render. A sent text is a
 * part of the draft until its message is stored. If the page is loaded again before that, the text is in the box again.
 * It keeps the id of its message, because the server may already have the message.
 */
export function useDraftText(place: DraftPlace) {
  const [found] = useState(() => readDraft(place))
  const [restored] = useState(() => restoredFrom(found))
  const [text, setText] = useState(restored.text)
  const newest = useRef(text)
  /** Texts that were sent before and came back. The text of the box still begins with them. */
  const returned = useRef(restored.returned)
  const sent = useRef<Sent[]>([])
  /** The draft as this tab last read or stored it. */
  const own = useRef(found)
  useOtherTab(place, () => sent.current.length === 0 && take(readDraft(place)))

  /** Shows what another tab wrote or sent, so that this one goes on from there. */
  function take(draft: StoredAnswer | undefined) {
    own.current = draft
    const { text, returned: before } = restoredFrom(draft)
    returned.current = before
    show(text)
  }

  function write(next: string) {
    show(next)
    save()
  }

  function show(next: string) {
    newest.current = next
    returned.current = stillAtStart(returned.current, next)
    setText(next)
  }

  function save() {
    const whole = unstored()
    own.current = whole === '' ? undefined : draftOf(whole, [...sent.current, ...returned.current])
    if (own.current === undefined) dropDraft(place)
    else saveDraft(place, own.current)
  }

  /** Keeps a draft that another tab has written since: this tab did not send its text. */
  function saveUnlessNewer() {
    if (String(readDraft(place)) === String(own.current)) save()
  }

  /** The texts that are not stored as messages yet: those that were sent, in order, then the one in the box. */
  function unstored(): string {
    return inLines([...sent.current.map(({ text }) => text), newest.current])
  }

  return {
    text,
    write,
    append: (added: string) => write(inLines([newest.current, added])),
    prepend: (added: string) => write(inLines([added, newest.current])),
    /**
     * Empties the box. Returns the messages to send: first each text that was sent before and came back, then the rest
     * of the text. With `isOne`, all of it is one message.
     */
    send(isOne: boolean): Sent[] {
      const before = isOne ? returned.current.filter(({ text }) => text === newest.current) : returned.current
      const rest = newest.current.slice(before.reduce((length, { text }) => length + text.length + 1, 0))
      const isEmpty = before.length > 0 && !isVisible(rest)
      const again = before.map(one => ({ ...one, wasSent: true }))
      const messages = isEmpty ? again : [...again, { text: rest, id: crypto.randomUUID() }]
      sent.current.push(...messages)
      show('')
      saveUnlessNewer()
      return messages
    },
    /** The oldest sent text is stored as a message now, so the draft no longer needs it. */
    noteStored() {
      sent.current.shift()
      saveUnlessNewer()
    },
    /** All sent texts return to the box, in their order, before what was written since. */
    giveBack() {
      const whole = unstored()
      returned.current = [...sent.current, ...returned.current]
      sent.current = []
      write(whole)
    },
  }
}

/** The whole text and an id come first, because earlier builds read only these two. */
function draftOf(whole: string, sent: Sent[]): StoredAnswer {
  const [first, ...others] = sent
  if (!first) return whole
  if (others.length === 0 && first.text === whole) return [whole, first.id]
  return [whole, crypto.randomUUID(), ...sent.flatMap(({ text, id }) => [text, id])]
}

function restoredFrom(draft: StoredAnswer | undefined): { text: string; returned: Sent[] } {
  const [text = '', id, ...parts] = [draft ?? ''].flat()
  const pairs = parts.length === 0 && id ? [text, id] : parts
  const sent = pairs.flatMap((part, index) => (index % 2 === 0 ? [{ text: part, id: pairs[index + 1] ?? '' }] : []))
  return { text, returned: stillAtStart(sent, text) }
}

/** The sent texts that are still at the start of the text, unchanged, in their order. A line break is after each. */
function stillAtStart(sent: Sent[], text: string): Sent[] {
  const [first, ...others] = sent.filter(({ text }) => text !== '')
  if (!first || !`${text}\n`.startsWith(`${first.text}\n`)) return []
  return [first, ...stillAtStart(others, text.slice(first.text.length + 1))]
}

function inLines(texts: readonly string[]): string {
  return texts.filter(Boolean).join('\n')
}
