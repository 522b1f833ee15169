import { type ComponentProps, useState, useSyncExternalStore } from 'react'
import { wantTexts } from '../i18n/messages.ts'
import type { KeptHere } from '../messages/kept/kept-here.tsx'
import { isKept } from '../outbox/kept-letters.ts'
import { onOutboxChange, outboxState } from '../outbox/outbox.ts'
import { later } from '../ui/later.ts'
import { useSoon } from '../ui/use-soon.ts'

type Props = ComponentProps<typeof KeptHere>

const keptHere = later(async () => {
  const [piece] = await Promise.all([import('../messages/kept/kept-here.tsx'), wantTexts('messages')])
  return piece.KeptHere
})

/** Answers in this lesson that the server did not take; nearly always there is none. */
export function AbovePage(props: Props) {
  const hasKept = useSyncExternalStore(onOutboxChange, () =>
    outboxState().some(letter => isKept(letter) && letter.content.lessonId === props.lessonId),
  )
  const [isWanted, setIsWanted] = useState(hasKept)
  // The last one that was let go can still be had back.
  if (hasKept && !isWanted) setIsWanted(true)
  return isWanted ? <Fetched {...props} /> : null
}

function Fetched(props: Props) {
  const Shown = useSoon(keptHere, 0)
  return Shown ? <Shown {...props} /> : null
}
