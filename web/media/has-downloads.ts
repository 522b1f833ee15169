import { readStored, writeStored } from '../browser/stored.ts'

const STORED_AS = 'sbs.downloads'

/** Whether anybody keeps lessons on this phone. If nobody does, the code for downloads is not loaded. */
export function hasDownloads(): boolean {
  return readStored(STORED_AS) !== null
}

/** Calls the listener when another tab has changed something in the storage. Returns a function that stops it. */
export function onHasDownloads(listener: () => void): () => void {
  addEventListener('storage', listener)
  return () => removeEventListener('storage', listener)
}

export function noteDownloads(areThere: boolean): void {
  writeStored(STORED_AS, areThere ? '1' : undefined)
}
