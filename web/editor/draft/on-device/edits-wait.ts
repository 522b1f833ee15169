import { writeStored } from '../../../browser/stored.ts'

/** The keys of `last-edits.ts` begin with it. */
export const LAST_EDITS = 'sbs.last-edits'
const WAIT = 'sbs.edits-wait'

/**
 * Whether edits of a draft may wait on this device. It is asked wherever the organisation's side opens, so it needs
 * neither IndexedDB nor the code of the editor.
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
  // Without storage they wait only in the open draft.
  writeStored(WAIT, doWait ? '1' : undefined)
}
