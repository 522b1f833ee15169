/** For something that happens again and again: `emit` calls all listeners, `watch` adds one and returns its removal. */
export function createEvent<T = void>() {
  const listeners = new Set<(value: T) => void>()
  const emit = (value: T): void => {
    for (const listener of listeners) listener(value)
  }
  const watch = (listener: (value: T) => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return [emit, watch] as const
}

/** A value outside of React, for `useSyncExternalStore(store.watch, store.get)`. */
export function createStore<T>(value: T) {
  const [emit, watch] = createEvent<T>()
  return {
    get: () => value,
    set(next: T) {
      value = next
      emit(next)
    },
    watch,
  }
}
