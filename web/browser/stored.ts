/** `localStorage` is for all tabs of this browser, `sessionStorage` is for this tab until it is closed. */
export type StorageArea = 'localStorage' | 'sessionStorage'

/** A text that the browser stores under this name. Null if there is none, or if the browser stores nothing. */
export function readStored(name: string, place: StorageArea = 'localStorage'): string | null {
  try {
    return globalThis[place].getItem(name)
  } catch {
    return null
  }
}

/** As `readStored`, for a stored JSON value. Undefined also for other text, which another program may have stored. */
export function readStoredJson<Value>(name: string, place?: StorageArea): Value | undefined {
  try {
    return JSON.parse(readStored(name, place) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Stores the text; undefined removes it. Does nothing in a browser that stores nothing or has no room. */
export function writeStored(name: string, text: string | undefined, place: StorageArea = 'localStorage'): void {
  try {
    if (text === undefined) globalThis[place].removeItem(name)
    else globalThis[place].setItem(name, text)
  } catch {}
}
