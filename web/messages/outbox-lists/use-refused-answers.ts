import { useState, useSyncExternalStore } from 'react'
import { onOutboxChange, outboxState } from '../../outbox/outbox.ts'
import { isRefusedAnswer, type RefusedAnswer } from '../../outbox/refused-answers.ts'

/** Refused answers. A dismissed one stays in its place, so that it can be restored. */
export function useRefusedAnswers(belongs: (item: RefusedAnswer) => boolean): readonly RefusedAnswer[] {
  const refused = useSyncExternalStore(onOutboxChange, outboxState).filter(isRefusedAnswer).filter(belongs)
  const [seen, setSeen] = useState<readonly RefusedAnswer[]>(refused)
  const fresh = refused.filter(({ id }) => !seen.some(item => item.id === id))
  if (fresh.length > 0) setSeen([...seen, ...fresh])
  // Another try may have changed why it cannot be sent.
  return seen.map(item => refused.find(({ id }) => id === item.id) ?? item)
}
