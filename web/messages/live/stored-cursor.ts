const STORED_AS = 'sbs.messages-read-to'

/** The cursor of an earlier visit: only newer messages have to be loaded. */
export function readCursor(uid: string): string | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(STORED_AS) ?? 'null')
    return stored?.uid === uid ? stored.cursor : undefined
  } catch {
    return undefined
  }
}

export function storeCursor(uid: string, cursor: string): void {
  try {
    localStorage.setItem(STORED_AS, JSON.stringify({ uid, cursor }))
  } catch {
    // The next visit loads the history again.
  }
}

export function dropCursor(): void {
  try {
    localStorage.removeItem(STORED_AS)
  } catch {}
}
