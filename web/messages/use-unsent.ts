import { useEffect, useState } from 'react'
import type { MessageLetter } from '../outbox/message-letter.ts'
import { onOutboxChange } from '../outbox/outbox.ts'
import { lettersOf, MESSAGE } from '../outbox/store.ts'

/** Whether a message to somebody could not be sent, or only waits. */
export type Unsent = 'failed' | 'waiting'

/** By the name that messages go to (responder id, or uid of a learner): what of this person's messages the server does not have. */
export function useUnsent(uid: string): ReadonlyMap<string, Unsent> {
  const [unsent, setUnsent] = useState<ReadonlyMap<string, Unsent>>(new Map())
  useEffect(() => {
    let isLeft = false
    const look = async () => {
      const letters = await lettersOf(uid).catch(() => [])
      if (isLeft) return
      const found = new Map<string, Unsent>()
      for (const { kind, content, refusedAs } of letters) {
        const { to } = content as MessageLetter
        if (kind === MESSAGE && found.get(to) !== 'failed')
          found.set(to, refusedAs === undefined ? 'waiting' : 'failed')
      }
      setUnsent(found)
    }
    void look()
    const stop = onOutboxChange(() => void look())
    return () => {
      isLeft = true
      stop()
    }
  }, [uid])
  return unsent
}
