import { readStored, writeStored } from '../../browser/stored.ts'

type Sent = 'sendCode' | 'confirmCode'

// Used if nothing can be stored.
const known: Record<string, string> = {}

/**
 * The Idempotency-Key of a press about a subject, such as a phone number. Until the press has its reply, another press
 * about the same subject gets the same key, also after a reload of this tab.
 */
export function pressKey(call: Sent, about: string): string {
  const name = `sbs.${call}`
  let stored = known[name] ?? readStored(name, 'sessionStorage')
  if (!stored?.startsWith(`${about} `)) stored = `${about} ${crypto.randomUUID()}`
  keep(name, stored)
  return stored.slice(about.length + 1)
}

/** The press got its reply: the next one gets a new key. */
export function dropPressKey(call: Sent): void {
  keep(`sbs.${call}`, '')
}

function keep(name: string, stored: string): void {
  known[name] = stored
  writeStored(name, stored, 'sessionStorage')
}
