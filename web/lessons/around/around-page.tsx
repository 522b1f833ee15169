import { type ComponentProps, useState, useSyncExternalStore } from 'react'
import { wantTexts } from '../../i18n/texts.ts'
import type { RefusedAnswersHere } from '../../messages/outbox-lists/refused-answers-here.tsx'
import { onOutboxChange, outboxState } from '../../outbox/outbox.ts'
import { isRefusedAnswer } from '../../outbox/refused-answers.ts'
import { lazy } from '../../ui/lazy.ts'
import { useSoon } from '../../ui/use-soon.ts'
import type { PageFoot } from './page-foot.tsx'

type KeptProps = ComponentProps<typeof RefusedAnswersHere>

const keptHere = lazy(async () => {
  const [chunk] = await Promise.all([
    import('../../messages/outbox-lists/refused-answers-here.tsx'),
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

const pageFoot = lazy(async () => (await Promise.all([import('./page-foot.tsx'), wantTexts('messages')]))[0].PageFoot)
/** The page itself is loaded first. */
const AFTER_MS = 500

/** Few people need this at once. */
export function BelowPage(props: ComponentProps<typeof PageFoot>) {
  const Foot = useSoon(pageFoot, AFTER_MS)
  return Foot ? <Foot {...props} /> : null
}
