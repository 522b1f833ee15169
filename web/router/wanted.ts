const STORED_AS = 'sbs.wanted'

/** The organisation's screen that a signed-out person asked for. This tab remembers it until they are there. */
export function wantedScreen(): string | null {
  return sessionStorage.getItem(STORED_AS)
}

export function rememberWanted(path: string): void {
  sessionStorage.setItem(STORED_AS, path)
}

export function takeWanted(): string | null {
  const path = wantedScreen()
  sessionStorage.removeItem(STORED_AS)
  return path
}
