type Sent = 'sendCode' | 'confirmCode'

// Used if nothing can be stored.
const known: Record<string, string> = {}

/**
 * The Idempotency-Key of a press, bound to its subject: pressed again in this tab, also after a reload, it is the same
 * press for the server.
 */
export function pressKey(call: Sent, about: string): string {
  const name = `sbs.${call}`
  let stored = known[name]
  try {
    stored ??= sessionStorage[name]
  } catch {}
  if (!stored?.startsWith(`${about} `)) stored = `${about} ${crypto.randomUUID()}`
  keep(name, stored)
  return stored.slice(about.length + 1)
}

/** The press was answered: the next one gets a new key. */
export function dropPressKey(call: Sent): void {
  keep(`sbs.${call}`, '')
}

function keep(name: string, stored: string): void {
  known[name] = stored
  try {
    sessionStorage[name] = stored
  } catch {}
}
