import { writeStored } from '../../../browser/stored.ts'

/** The beginning of all keys of `last-edits.ts`. */
export const LAST_EDITS = 'sbs.last-edits'
const WAIT = 'sbs.edits-wait'

/**
 * Whether edits of a draft may wait on this device. Each visit of the organisation's side calls this function, so it
 * uses neither IndexedDB nor the code of the editor.
 */
export function mayEditsWait(): boolean {
  try {
    return Object.keys(localStorage).some(key => key === WAIT || key.startsWith(LAST_EDITS))
  } catch {
    return false
  }
}

/** Called with true before edits are stored, and with false when nothing waits on this device. */
export function noteEditsWait(doWait: boolean): void {
  // If nothing can be stored, the edits wait only in the open draft.
  writeStored(WAIT, doWait ? '1' : undefined)
}
