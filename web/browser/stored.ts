/** For all tabs of this browser, or for this tab until it is closed. */
export type Place = 'localStorage' | 'sessionStorage'

/** A text that the browser stores under this name. Null without one, and in a browser that stores nothing. */
export function readStored(name: string, place: Place = 'localStorage'): string | null {
  try {
    return globalThis[place].getItem(name)
  } catch {
    return null
  }
}

/** As `readStored`. Undefined for what is no JSON, too: another program may have stored it. */
export function readStoredJson<Value>(name: string, place?: Place): Value | undefined {
  try {
    return JSON.parse(readStored(name, place) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Undefined removes it. In a browser that stores nothing, or has no room, it does nothing. */
export function writeStored(name: string, text: string | undefined, place: Place = 'localStorage'): void {
  try {
    if (text === undefined) globalThis[place].removeItem(name)
    else globalThis[place].setItem(name, text)
  } catch {}
}
