import { readStored, writeStored } from '../browser/stored.ts'

type Listener = () => void

/** One of a few values that a person chose on this phone; undefined until they choose. */
export function remembered<const Value extends string>(storedAs: string, values: readonly Value[]) {
  // Without storage a choice ends with the page.
  let chosen: Value | undefined
  const listeners = new Set<Listener>()

  function read(): Value | undefined {
    const stored = readStored(storedAs)
    return values.find(value => value === stored) ?? chosen
  }

  function choose(value: Value): void {
    chosen = value
    writeStored(storedAs, value)
    for (const listener of listeners) listener()
  }

  /** Also called for choices in other tabs. Returns a function that stops it. */
  function onChoice(listener: Listener): () => void {
    listeners.add(listener)
    addEventListener('storage', listener)
    return () => {
      listeners.delete(listener)
      removeEventListener('storage', listener)
    }
  }

  return { read, choose, onChoice }
}
