import type { Session } from '../contract/identity.ts'

const STORED_AS = 'sbs.session'

/** A session in this browser. */
export type StoredSession = Session & {
  /** Epoch ms of the sign-in. */
  signedInAt: number
}

type Listener = (session: StoredSession | undefined) => void
const listeners = new Set<Listener>()
let current = read()

/** Who is signed in, or nobody. A session without a uid is nobody's. */
export function currentSession(): StoredSession | undefined {
  return current
}

export function startSession(session: Session): void {
  keep({ ...session, signedInAt: Date.now() })
}

/** A new pair of tokens for the session that is already here. */
export function renewSession(session: Session): void {
  if (current?.uid === session.uid) keep({ ...current, ...session })
}

export function endSession(): void {
  keep(undefined)
}

/** Told of every change, in other tabs too. Answers how to stop. */
export function onSessionChange(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function keep(session: StoredSession | undefined): void {
  current = session
  try {
    if (session) localStorage.setItem(STORED_AS, JSON.stringify(session))
    else localStorage.removeItem(STORED_AS)
  } catch {
    // Without storage the session lasts as long as the page.
  }
  for (const listener of listeners) listener(session)
}

function read(): StoredSession | undefined {
  if (typeof localStorage === 'undefined') return undefined
  try {
    const stored = JSON.parse(localStorage.getItem(STORED_AS) ?? 'null') as StoredSession | null
    return stored?.uid ? stored : undefined
  } catch {
    return undefined
  }
}

if (typeof window !== 'undefined') {
  addEventListener('storage', event => {
    if (event.key !== STORED_AS && event.key !== null) return
    const before = current?.uid
    current = read()
    if (current?.uid !== before) for (const listener of listeners) listener(current)
  })
}

/** What the token says of its owner. Only for show: the server goes by the token itself. */
export function claimsOf({ idToken }: Session): { phone_number?: string; email?: string; name?: string } {
  const payload = idToken.split('.')[1] ?? ''
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), c => c.charCodeAt(0))
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return {}
  }
}
