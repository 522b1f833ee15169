type Sent = 'sendCode' | 'confirmCode'

// Where nothing can be stored, the page remembers.
const known: Record<string, string> = {}

/**
 * The Idempotency-Key of a press, bound to what it is about: pressed again in this tab, also after a reload, it is the
 * same press for the server.
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

/** The press was answered: the next one is another. */
export function dropPressKey(call: Sent): void {
  keep(`sbs.${call}`, '')
}

function keep(name: string, stored: string): void {
  known[name] = stored
  try {
    sessionStorage[name] = stored
  } catch {}
}
