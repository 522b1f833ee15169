const STORED_AS = 'sbs.downloads'

/** Whether anybody keeps lessons on this phone. Where nobody does, no code of it is loaded. */
export function hasDownloads(): boolean {
  try {
    return localStorage.getItem(STORED_AS) !== null
  } catch {
    return false
  }
}

/** Calls the listener when that changed in another tab. Returns a function that stops it. */
export function onHasDownloads(listener: () => void): () => void {
  addEventListener('storage', listener)
  return () => removeEventListener('storage', listener)
}

export function noteDownloads(areThere: boolean): void {
  try {
    if (areThere) localStorage.setItem(STORED_AS, '1')
    else localStorage.removeItem(STORED_AS)
  } catch {
    // Without storage nothing is kept, either.
  }
}
