import { useState, useSyncExternalStore } from 'react'
import { isKept, type KeptLetter } from '../../outbox/kept-letters.ts'
import { onOutboxChange, outboxState } from '../../outbox/outbox.ts'

/** Answers that the server did not take. One that was let go stays in its place, to be had back. */
export function useKept(belongs: (letter: KeptLetter) => boolean): readonly KeptLetter[] {
  const kept = useSyncExternalStore(onOutboxChange, outboxState).filter(isKept).filter(belongs)
  const [seen, setSeen] = useState<readonly KeptLetter[]>(kept)
  const fresh = kept.filter(({ id }) => !seen.some(letter => letter.id === id))
  if (fresh.length > 0) setSeen([...seen, ...fresh])
  return seen
}
