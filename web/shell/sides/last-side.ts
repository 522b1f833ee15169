/** The sides of the app that a person of the team goes between. */
export type Side = 'learn' | 'inbox' | 'organisation'

const STORED_AS = 'sbs.side'

/** The side that was used last on this device. */
export function lastSide(): string | null {
  try {
    return localStorage.getItem(STORED_AS)
  } catch {
    return null
  }
}

export function saveSide(side: Side): void {
  try {
    localStorage.setItem(STORED_AS, side)
  } catch {
    // Without storage the app begins as it does for everybody.
  }
}
