import { useState } from 'react'
import { queryClient } from '../../queries/query-client.ts'
import type { useAct } from '../../queries/use-act.ts'

type Options<Stored> = {
  /** What is stored now, after all of the organisation's side was loaded again. Undefined if it could not be loaded. */
  readStored: () => Stored | undefined
  onSaved: () => void
}

/**
 * Saves over nothing that this person has not seen. If somebody else was quicker, `isLate` is true, and `seen` is what
 * that person stored: the next try replaces it.
 */
export function useCarefulSave<Stored>(
  act: ReturnType<typeof useAct>,
  first: Stored,
  { readStored, onSaved }: Options<Stored>,
) {
  const [seen, setSeen] = useState(first)
  const [isLate, setIsLate] = useState(false)

  async function save(send: (idempotencyKey: string) => Promise<unknown>): Promise<void> {
    const done = await act.make(send, ({ code }) => code === 'settings/changed' && void showChanged())
    if (!done) return
    await queryClient.invalidateQueries({ queryKey: ['organisation'] })
    onSaved()
  }

  async function showChanged(): Promise<void> {
    await queryClient.invalidateQueries({ queryKey: ['organisation'] })
    const now = readStored()
    if (now === undefined) return
    setSeen(now)
    setIsLate(true)
  }

  return { seen, isLate, save }
}
