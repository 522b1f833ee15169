const STORED_AS = 'sbs.knownDevice'

/** Shows that somebody signed in from here before, so that guesses made elsewhere lock nobody out here. Names no one. */
export function trustedDevice(): string | undefined {
  try {
    return localStorage.getItem(STORED_AS) ?? undefined
  } catch {
    return undefined
  }
}

export function rememberDevice(device: string): void {
  try {
    localStorage.setItem(STORED_AS, device)
  } catch {
    // Then it is a new device each time.
  }
}
