import { useEffect, useSyncExternalStore } from 'react'
import { wantTexts } from '../../i18n/texts.ts'
import { isKept, isKeptOpen, onKeptOpen, openKept } from '../../outbox/kept-letters.ts'
import { onOutboxChange, outboxState } from '../../outbox/outbox.ts'
import { lazy } from '../../ui/lazy.ts'
import { useSoon } from '../../ui/use-soon.ts'

const keptAnswers = lazy(async () => {
  await wantTexts('messages')
  return (await import('./kept-answers.tsx')).KeptAnswers
})

/** The list of answers that the server did not take, when it is asked for. Fetched as soon as there is one. */
export function KeptAnswers() {
  const isOpen = useSyncExternalStore(onKeptOpen, isKeptOpen)
  const hasKept = useSyncExternalStore(onOutboxChange, () => outboxState().some(isKept))
  useEffect(() => {
    if (hasKept) keptAnswers.load().catch(() => {})
  }, [hasKept])
  return isOpen ? <Fetched /> : null
}

function Fetched() {
  const List = useSoon(keptAnswers, 0)
  return List ? <List onClose={() => openKept(false)} /> : null
}
