type Listener = () => void

/** One of a few values that a person chose on this phone; undefined as long as they chose none. */
export function remembered<const Value extends string>(storedAs: string, values: readonly Value[]) {
  // In a browser that stores nothing, a choice lasts as long as the page.
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
      // It is asked for again next time.
    }
    for (const listener of listeners) listener()
  }

  /** Told of every choice, in other tabs too. Answers how to stop. */
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
