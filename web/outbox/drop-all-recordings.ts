export const RECORDINGS = 'step-by-step-recordings'

/** Whoever signs out of a shared phone leaves nothing to hear. What was given as an answer waits in the outbox, not here. */
export function dropAllRecordings(): void {
  try {
    // The whole database at once: for that, nobody has to fetch what reads it.
    indexedDB.deleteDatabase(RECORDINGS)
  } catch {
    // Where nothing can be stored, nothing is.
  }
}
