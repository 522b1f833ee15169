import { readStored, writeStored } from '../browser/stored.ts'
import { createEvent } from '../create-store.ts'

/** One of a few values that a person chose on this phone; undefined until they choose. */
export function createStoredChoice<const Value extends string>(storedAs: string, values: readonly Value[]) {
  // Without storage a choice ends with the page.
  let chosen: Value | undefined
  const [emitChoice, watch] = createEvent()

  function read(): Value | undefined {
    const stored = readStored(storedAs)
    return values.find(value => value === stored) ?? chosen
  }

  function choose(value: Value): void {
    chosen = value
    writeStored(storedAs, value)
    emitChoice()
  }

  /** Calls the listener at each choice, also in another tab. Returns a function that stops it. */
  function onChoice(listener: () => void): () => void {
    const stop = watch(listener)
    addEventListener('storage', listener)
    return () => {
      stop()
      removeEventListener('storage', listener)
    }
  }

  return { read, choose, onChoice }
}
