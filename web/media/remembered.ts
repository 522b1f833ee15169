type Listener = () => void

/** One of a few values that a person chose on this phone; undefined until they choose. */
export function remembered<const Value extends string>(storedAs: string, values: readonly Value[]) {
  // Without storage a choice ends with the page.
  let chosen: Value | undefined
  const listeners = new Set<Listener>()

  function read(): Value | undefined {
    try {
      const stored = localStorage.getItem(storedAs)
      return values.find(value => value === stored) ?? chosen
    } catch {
      return chosen
    }
  }

  function choose(value: Value): void {
    chosen = value
    try {
      localStorage.setItem(storedAs, value)
    } catch {
      // Without storage it is asked for again next time.
    }
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
