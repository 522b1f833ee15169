import { readStored, writeStored } from '../../browser/stored.ts'

const KEY = 'sbs.films'

/** Whether this browser has films that are on their way. So nobody else loads what sends them. */
export function hasFilms(): boolean {
  return readStored(KEY) !== null
}

export function noteFilms(areThere: boolean): void {
  // Without storage a film is sent as long as the page is open.
  writeStored(KEY, areThere ? 'yes' : undefined)
}
