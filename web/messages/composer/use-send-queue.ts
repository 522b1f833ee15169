import { useRef, useState } from 'react'
import type { ComposedMessage } from './enqueue-message.ts'

type Options = {
  /** Resolves to whether the message is stored. */
  onSend(outgoing: ComposedMessage): Promise<boolean>
  onStored(outgoing: ComposedMessage): Promise<void>
  /** Gets a message that could not be stored, and all later ones: they must not arrive before it. */
  onFailed(unstored: ComposedMessage[]): void
}

/** Sends messages one after the other, in the order in which they were written. */
export function useSendQueue({ onSend, onStored, onFailed }: Options) {
  const [hasFailed, setHasFailed] = useState(false)
  const queue = useRef(Promise.resolve())
  const unstored = useRef<ComposedMessage[]>([])

  function send(outgoing: ComposedMessage) {
    unstored.current.push(outgoing)
    queue.current = queue.current.then(() => sendOne(outgoing))
  }

  async function sendOne(outgoing: ComposedMessage) {
    // An earlier message failed, and both are back in the box.
    if (!unstored.current.includes(outgoing)) return
    const isStored = await onSend(outgoing)
    setHasFailed(!isStored)
    if (!isStored) return onFailed(unstored.current.splice(0))
    unstored.current.shift()
    await onStored(outgoing)
  }

  return { hasFailed, send }
}
