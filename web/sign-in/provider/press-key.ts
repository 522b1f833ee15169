import { readStored, type StorageArea, writeStored } from '../../browser/stored.ts'

type Sent = 'sendCode' | 'sendOtherCode' | 'confirmCode'

// Used if nothing can be stored.
const known: Record<string, string> = {}

/**
 * The Idempotency-Key of a press about a subject, such as a phone number. Until the press has its reply, another press
 * about the same subject gets the same key, also after a reload of this tab.
 */
export function pressKey(call: Sent, about: string): string {
  let stored = known[call] ?? readStored(`sbs.${call}`, placeOf(call))
  if (!stored?.startsWith(`${about} `)) stored = `${about} ${crypto.randomUUID()}`
  keep(call, stored)
  return stored.slice(about.length + 1)
}

/** The press got its reply: the next one gets a new key. */
export function dropPressKey(call: Sent): void {
  keep(call, '')
}

function keep(call: Sent, stored: string): void {
  known[call] = stored
  writeStored(`sbs.${call}`, stored || undefined, placeOf(call))
}

/** A phone may kill the tab while a code is checked. The next tab goes on with the code (waiting-code.ts). */
function placeOf(call: Sent): StorageArea {
  return call === 'confirmCode' ? 'localStorage' : 'sessionStorage'
}
