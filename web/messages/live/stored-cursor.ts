const STORED_AS = 'sbs.messages-read-to'

/** Up to when this person's messages were fetched in an earlier visit: only what is newer has to come. */
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
    // The next visit asks for the history again.
  }
}

export function dropCursor(): void {
  try {
    localStorage.removeItem(STORED_AS)
  } catch {
    // Where nothing can be stored, nothing is.
  }
}
