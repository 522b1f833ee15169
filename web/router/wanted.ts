import { readStored, writeStored } from '../browser/stored.ts'

const STORED_AS = 'sbs.wanted'

/** The organisation's screen that a signed-out person asked for. This tab remembers it until they are there. */
export function wantedScreen(): string | null {
  return readStored(STORED_AS, 'sessionStorage')
}

export function rememberWanted(path: string): void {
  writeStored(STORED_AS, path, 'sessionStorage')
}

export function takeWanted(): string | null {
  const path = wantedScreen()
  writeStored(STORED_AS, undefined, 'sessionStorage')
  return path
}
