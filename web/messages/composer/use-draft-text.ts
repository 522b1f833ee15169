import { useRef, useState } from 'react'
import type { StoredAnswer } from '../../../contract/progress.ts'
import { isVisible } from '../../../contract/text/visible.ts'
import type { DraftPlace } from '../../outbox/drafts/draft-place.ts'
import { dropDraft, readDraft, saveDraft } from '../../outbox/drafts/drafts.ts'
import { useOtherTab } from '../../outbox/drafts/use-other-tab.ts'

/** A text that was sent, with the id of its message. `wasSent`: also before, and it came back. */
type Sent = { text: string; id: string; wasSent?: boolean }

/**
 * A text that survives a reload. All functions see the newest text, also those of an earlier render. What is sent is a
 * part of the draft until its message is stored: after a reload in between it is in the box again, and still has the id
 * of its message, which may have arrived.
 */
export function useDraftText(place: DraftPlace) {
  const [found] = useState(() => readDraft(place))
  const [restored] = useState(() => restoredFrom(found))
  const [text, setText] = useState(restored.text)
  const newest = useRef(text)
  /** Texts that were sent before and came back. The text of the box still begins with them. */
  const returned = useRef(restored.returned)
  const sent = useRef<Sent[]>([])
  /** The draft as this tab stored it. */
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

  /** What the person wrote in another tab since is not sent with this one. */
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
     * Empties the box. Returns the messages to send: those that were sent before, each again, then the rest. All of it
     * is one message if `isOne`.
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

/** Earlier builds read the whole text, and the id of its message. */
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

/** Those of the sent texts with which the text still begins, one in a line after the other. */
function stillAtStart(sent: Sent[], text: string): Sent[] {
  const [first, ...others] = sent.filter(({ text }) => text !== '')
  if (!first || !`${text}\n`.startsWith(`${first.text}\n`)) return []
  return [first, ...stillAtStart(others, text.slice(first.text.length + 1))]
}

function inLines(texts: readonly string[]): string {
  return texts.filter(Boolean).join('\n')
}
