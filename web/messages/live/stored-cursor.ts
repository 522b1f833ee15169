import { readStoredJson, writeStored } from '../../browser/stored.ts'

const STORED_AS = 'sbs.messages-read-to'

/** The cursor of an earlier visit: only newer messages have to be loaded. */
export function readCursor(uid: string): string | undefined {
  const stored = readStoredJson<{ uid: string; cursor: string }>(STORED_AS)
  return stored?.uid === uid ? stored.cursor : undefined
}

export function storeCursor(uid: string, cursor: string): void {
  writeStored(STORED_AS, JSON.stringify({ uid, cursor }))
}

export function dropCursor(): void {
  writeStored(STORED_AS, undefined)
}
