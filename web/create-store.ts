/** Something that happens again and again, with the functions that are called each time. */
export function createEvent<T = void>() {
  const listeners = new Set<(value: T) => void>()
  return {
    emit(value: T) {
      for (const listener of listeners) listener(value)
    },
    /** Returns a function that removes the listener. */
    watch(listener: (value: T) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** A value outside of React, for `useSyncExternalStore(store.watch, store.get)`. */
export function createStore<T>(value: T) {
  const { emit, watch } = createEvent<T>()
  return {
    get: () => value,
    set(next: T) {
      value = next
      emit(next)
    },
    watch,
  }
}
