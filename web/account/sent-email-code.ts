const STORED_AS = 'sbs.emailChange'
const LIFETIME_MS = 3_600_000

/** A code that was mailed to a new e-mail address. It has the code itself only in the demo. */
export type SentEmailCode = { uid: string; email: string; expiresAt: number; demoCode?: string | undefined }

/** The code that this person waits for in this tab. It survives a reload. */
export function sentEmailCode(uid: string): SentEmailCode | undefined {
  try {
    const sent: SentEmailCode | null = JSON.parse(sessionStorage.getItem(STORED_AS) ?? 'null')
    if (sent?.uid === uid && sent.expiresAt > Date.now()) return sent
  } catch {
    // No storage, or another program's text.
  }
  return undefined
}

export function saveEmailCode(sent: Omit<SentEmailCode, 'expiresAt'>): SentEmailCode {
  const stored = { ...sent, expiresAt: Date.now() + LIFETIME_MS }
  try {
    sessionStorage.setItem(STORED_AS, JSON.stringify(stored))
  } catch {
    // Without storage, the step is lost when the dialog closes.
  }
  return stored
}

export function dropEmailCode(): void {
  try {
    sessionStorage.removeItem(STORED_AS)
  } catch {}
}
