import { readStored, readStoredJson, writeStored } from '../browser/stored.ts'
import { endSession, STORED_AS, type StoredSession } from '../session.ts'
import { rememberEmail } from '../sign-in/email/carried-email.ts'

/** A tab that was hidden for a longer time asks again who is learning. */
export const LEFT_AFTER_MS = 300_000
/** In `sessionStorage`: until when (epoch ms) a reload of this tab goes on without asking. boot.js reads it, too. */
const CHOSEN_AS = 'sbs.chosen'

/** Notes that this tab knows who is learning. `hiddenAt`: when the tab was hidden. */
export function markPersonChosen(hiddenAt?: number): void {
  window.sbsAsks = false
  const until = (hiddenAt ?? Number.MAX_SAFE_INTEGER - LEFT_AFTER_MS) + LEFT_AFTER_MS
  writeStored(CHOSEN_AS, String(until), 'sessionStorage')
}

/** Whether this tab goes on without asking who is learning. */
export function isPersonChosen(): boolean {
  return Number(readStored(CHOSEN_AS, 'sessionStorage')) > Date.now()
}

/** The session of this browser, whichever tab uses it. */
export function storedSession(): StoredSession | undefined {
  const session = readStoredJson<StoredSession>(STORED_AS)
  return session?.uid ? session : undefined
}

/** Removes the session from the browser, for all tabs. It stays valid. */
export function detachSession(): StoredSession | undefined {
  const session = storedSession()
  endSession()
  return session
}

/** Deletes what this tab remembers of the person: steps begun, things typed, requests already sent. */
export function clearTab(): void {
  rememberEmail('')
  window.sbsTyped = {}
  ;(window as { sbsEarly?: unknown }).sbsEarly = undefined
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith('sbs.') && key !== CHOSEN_AS) sessionStorage.removeItem(key)
  } catch {}
}
