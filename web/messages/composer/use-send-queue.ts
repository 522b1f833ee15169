import { useRef, useState } from 'react'
import type { Outgoing } from './enqueue-message.ts'

type Options = {
  /** Resolves whether it is stored. */
  onSend(outgoing: Outgoing): Promise<boolean>
  onStored(outgoing: Outgoing): Promise<void>
  onFailed(outgoing: Outgoing): void
}

/** Sends messages one after the other, in the order in which they were written. */
export function useSendQueue({ onSend, onStored, onFailed }: Options) {
  const [hasFailed, setHasFailed] = useState(false)
  const queue = useRef(Promise.resolve())

  function send(outgoing: Outgoing) {
    queue.current = queue.current.then(() => sendOne(outgoing))
  }

  async function sendOne(outgoing: Outgoing) {
    const isStored = await onSend(outgoing)
    setHasFailed(!isStored)
    if (isStored) await onStored(outgoing)
    else onFailed(outgoing)
  }

  return { hasFailed, send }
}
