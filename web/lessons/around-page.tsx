import { type ComponentProps, useState, useSyncExternalStore } from 'react'
import { wantTexts } from '../i18n/texts.ts'
import type { PageMessages } from '../messages/page-messages.tsx'
import type { RefusedAnswersHere } from '../messages/refused-answers/refused-answers-here.tsx'
import { onOutboxChange, outboxState } from '../outbox/outbox.ts'
import { isRefusedAnswer } from '../outbox/refused-answers.ts'
import { knownSettings } from '../settings/settings.ts'
import { lazy } from '../ui/lazy.ts'
import { useSoon } from '../ui/use-soon.ts'

type KeptProps = ComponentProps<typeof RefusedAnswersHere>

const keptHere = lazy(async () => {
  const [chunk] = await Promise.all([
    import('../messages/refused-answers/refused-answers-here.tsx'),
    wantTexts('messages'),
  ])
  return chunk.RefusedAnswersHere
})

/** Answers in this lesson that the server refused. Nearly always there are none, and nothing is loaded. */
export function AbovePage(props: KeptProps) {
  const hasKept = useSyncExternalStore(onOutboxChange, () =>
    outboxState().some(item => isRefusedAnswer(item) && item.content.lessonId === props.lessonId),
  )
  const [isWanted, setIsWanted] = useState(hasKept)
  // Stays after the last one is deleted: that can be undone there.
  if (hasKept && !isWanted) setIsWanted(true)
  return isWanted ? <LoadedKeptHere {...props} /> : null
}

function LoadedKeptHere(props: KeptProps) {
  const Loaded = useSoon(keptHere, 0)
  return Loaded ? <Loaded {...props} /> : null
}

const pageTalk = lazy(async () => {
  if (!knownSettings().messengerEnabled) return undefined
  const [chunk] = await Promise.all([import('../messages/page-messages.tsx'), wantTexts('messages')])
  return chunk.PageMessages
})
/** The page itself is loaded first. */
const AFTER_MS = 500

/** The mentor's messages about a page, and a button to ask. */
export function BelowPage(props: ComponentProps<typeof PageMessages>) {
  const Loaded = useSoon(pageTalk, AFTER_MS)
  return Loaded ? <Loaded {...props} /> : null
}
