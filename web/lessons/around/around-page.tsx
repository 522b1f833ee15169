import { type ComponentProps, useState, useSyncExternalStore } from 'react'
import { wantTexts } from '../../i18n/texts.ts'
import type { RefusedAnswersHere } from '../../messages/outbox-lists/refused-answers-here.tsx'
import { onOutboxChange, outboxState } from '../../outbox/outbox.ts'
import { isRefusedAnswer } from '../../outbox/refused-answers.ts'
import { lazy } from '../../ui/lazy.ts'
import { useLazyAfter } from '../../ui/use-lazy-after.ts'
import type { PageFoot } from './page-foot.tsx'

type RefusedProps = ComponentProps<typeof RefusedAnswersHere>

const refusedHere = lazy(async () => {
  const [chunk] = await Promise.all([
    import('../../messages/outbox-lists/refused-answers-here.tsx'),
    wantTexts('messages'),
  ])
  return chunk.RefusedAnswersHere
})

/** Answers in this lesson that the server refused. Nearly always there are none, and nothing is loaded. */
export function AbovePage(props: RefusedProps) {
  const hasRefused = useSyncExternalStore(onOutboxChange, () =>
    outboxState().some(item => isRefusedAnswer(item) && item.content.lessonId === props.lessonId),
  )
  const [isWanted, setIsWanted] = useState(hasRefused)
  // Stays after the last refused answer is deleted, because that can be undone in the same place.
  if (hasRefused && !isWanted) setIsWanted(true)
  return isWanted ? <LoadedRefusedHere {...props} /> : null
}

function LoadedRefusedHere(props: RefusedProps) {
  const Loaded = useLazyAfter(refusedHere, 0)
  return Loaded ? <Loaded {...props} /> : null
}

const pageFoot = lazy(async () => (await Promise.all([import('./page-foot.tsx'), wantTexts('messages')]))[0].PageFoot)
/** The page itself is loaded first. */
const AFTER_MS = 500

/** Loaded a little later, because few people need it at once. */
export function BelowPage(props: ComponentProps<typeof PageFoot>) {
  const Foot = useLazyAfter(pageFoot, AFTER_MS)
  return Foot ? <Foot {...props} /> : null
}
