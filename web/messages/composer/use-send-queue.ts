import { useRef, useState } from 'react'
import type { ComposedMessage } from './enqueue-message.ts'

type Options = {
  /** Resolves whether it is stored. */
  onSend(outgoing: ComposedMessage): Promise<boolean>
  onStored(outgoing: ComposedMessage): Promise<void>
  /** A message that could not be stored, and those behind it: they would arrive before it. */
  onFailed(outgoing: ComposedMessage[]): void
}

/** Sends messages one after the other, in the order in which they were written. */
export function useSendQueue({ onSend, onStored, onFailed }: Options) {
  const [hasFailed, setHasFailed] = useState(false)
  const queue = useRef(Promise.resolve())
  const unsent = useRef<ComposedMessage[]>([])

  function send(outgoing: ComposedMessage) {
    unsent.current.push(outgoing)
    queue.current = queue.current.then(() => sendOne(outgoing))
  }

  async function sendOne(outgoing: ComposedMessage) {
    if (!unsent.current.includes(outgoing)) return
    const isStored = await onSend(outgoing)
    setHasFailed(!isStored)
    if (!isStored) return onFailed(unsent.current.splice(0))
    unsent.current.shift()
    await onStored(outgoing)
  }

  return { hasFailed, send }
}
