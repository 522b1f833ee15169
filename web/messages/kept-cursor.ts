const STORED_AS = 'sbs.messages-read-to'

/** Up to when this person's messages were fetched in an earlier visit: only what is newer has to come. */
export function keptCursor(uid: string): string | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(STORED_AS) ?? 'null')
    return kept?.uid === uid ? kept.cursor : undefined
  } catch {
    return undefined
  }
}

export function keepCursor(uid: string, cursor: string): void {
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
