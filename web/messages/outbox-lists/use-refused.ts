import { useState, useSyncExternalStore } from 'react'
import { onOutboxChange, outboxState } from '../../outbox/outbox.ts'
import { isRefusedAnswer, type RefusedAnswer } from '../../outbox/refused-answers.ts'
import type { OutboxItem } from '../../outbox/store.ts'

/** The refused items of one kind. A dismissed one stays in its place, so that it can be restored. */
export function useRefused<Item extends OutboxItem>(isOfKind: (item: OutboxItem) => item is Item): readonly Item[] {
  const refused = useSyncExternalStore(onOutboxChange, outboxState).filter(isOfKind)
  const [seen, setSeen] = useState<readonly Item[]>(refused)
  const fresh = refused.filter(({ id }) => !seen.some(item => item.id === id))
  if (fresh.length > 0) setSeen([...seen, ...fresh])
  // Another try may have changed why it cannot be sent.
  return seen.map(item => refused.find(({ id }) => id === item.id) ?? item)
}

export function useRefusedAnswers(belongs: (item: RefusedAnswer) => boolean): readonly RefusedAnswer[] {
  return useRefused(isRefusedAnswer).filter(belongs)
}
