import { readStored, writeStored } from '../../browser/stored.ts'

const KEY = 'sbs.films'

/** Whether this browser has films that are on their way. Otherwise the code that sends films is not loaded. */
export function hasFilms(): boolean {
  return readStored(KEY) !== null
}

export function noteFilms(areThere: boolean): void {
  // If nothing can be stored, a film is sent as long as the page is open.
  writeStored(KEY, areThere ? 'yes' : undefined)
}
