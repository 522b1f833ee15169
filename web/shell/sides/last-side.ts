/** The sides of the app that a person of the team goes between. */
export type AppSide = 'learn' | 'inbox' | 'organisation'

const STORED_AS = 'sbs.side'

/** The side that was used last on this device. */
export function lastSide(): string | null {
  try {
    return localStorage.getItem(STORED_AS)
  } catch {
    return null
  }
}

export function saveSide(side: AppSide): void {
  try {
    localStorage.setItem(STORED_AS, side)
  } catch {
    // Without storage the app begins as it does for everybody.
  }
}
