import { readStored, writeStored } from '../browser/stored.ts'

const STORED_AS = 'sbs.wanted'

/** The organisation's screen that a signed-out person asked for. This tab remembers it until they are there. */
export function returnPath(): string | null {
  return readStored(STORED_AS, 'sessionStorage')
}

export function storeReturnPath(path: string): void {
  writeStored(STORED_AS, path, 'sessionStorage')
}

export function takeReturnPath(): string | null {
  const path = returnPath()
  writeStored(STORED_AS, undefined, 'sessionStorage')
  return path
}
