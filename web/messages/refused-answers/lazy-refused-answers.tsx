import { useEffect, useSyncExternalStore } from 'react'
import { wantTexts } from '../../i18n/texts.ts'
import { onOutboxChange, outboxState } from '../../outbox/outbox.ts'
import { isRefusedAnswer, refusedList } from '../../outbox/refused-answers.ts'
import { lazy } from '../../ui/lazy.ts'
import { useSoon } from '../../ui/use-soon.ts'

const refusedAnswers = lazy(async () => {
  await wantTexts('messages')
  return (await import('./refused-list.tsx')).RefusedAnswers
})

/** The list of refused answers, when it is opened. Loaded as soon as there is one. */
export function LazyRefusedAnswers() {
  const isOpen = useSyncExternalStore(refusedList.watch, refusedList.get)
  const hasRefused = useSyncExternalStore(onOutboxChange, () => outboxState().some(isRefusedAnswer))
  useEffect(() => {
    if (hasRefused) refusedAnswers.load().catch(() => {})
  }, [hasRefused])
  return isOpen ? <Fetched /> : null
}

function Fetched() {
  const List = useSoon(refusedAnswers, 0)
  return List ? <List onClose={() => refusedList.set(false)} /> : null
}
