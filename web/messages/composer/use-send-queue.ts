import { useRef, useState } from 'react'
import type { ComposedMessage } from './enqueue-message.ts'

type Options = {
  /** Resolves whether it is stored. */
  onSend(outgoing: ComposedMessage): Promise<boolean>
  onStored(outgoing: ComposedMessage): Promise<void>
  onFailed(outgoing: ComposedMessage): void
}

/** Sends messages one after the other, in the order in which they were written. */
export function useSendQueue({ onSend, onStored, onFailed }: Options) {
  const [hasFailed, setHasFailed] = useState(false)
  const queue = useRef(Promise.resolve())

  function send(outgoing: ComposedMessage) {
    queue.current = queue.current.then(() => sendOne(outgoing))
  }

  async function sendOne(outgoing: ComposedMessage) {
    const isStored = await onSend(outgoing)
    setHasFailed(!isStored)
    if (isStored) await onStored(outgoing)
    else onFailed(outgoing)
  }

  return { hasFailed, send }
}
