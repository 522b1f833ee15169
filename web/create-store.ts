/** A value outside of React, for `useSyncExternalStore(store.watch, store.get)`. */
export function createStore<T>(value: T) {
  const listeners = new Set<(value: T) => void>()
  return {
    get: () => value,
    set(next: T) {
      value = next
      for (const listener of listeners) listener(next)
    },
    /** Returns a function that removes the listener. */
    watch(listener: (value: T) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
