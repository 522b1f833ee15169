import { readStoredJson, writeStored } from '../browser/stored.ts'

const STORED_AS = 'sbs.emailChange'
const LIFETIME_MS = 3_600_000

/** A code that was mailed to a new e-mail address. It has the code itself only in the demo. */
export type SentEmailCode = { uid: string; email: string; expiresAt: number; demoCode?: string | undefined }

/** The code that this person waits for in this tab. It survives a reload. */
export function sentEmailCode(uid: string): SentEmailCode | undefined {
  const sent = readStoredJson<SentEmailCode>(STORED_AS, 'sessionStorage')
  return sent?.uid === uid && sent.expiresAt > Date.now() ? sent : undefined
}

export function saveEmailCode(sent: Omit<SentEmailCode, 'expiresAt'>): SentEmailCode {
  const stored = { ...sent, expiresAt: Date.now() + LIFETIME_MS }
  // Without storage, the step is lost when the dialog closes.
  writeStored(STORED_AS, JSON.stringify(stored), 'sessionStorage')
  return stored
}

export function dropEmailCode(): void {
  writeStored(STORED_AS, undefined, 'sessionStorage')
}
