import type { Session } from '../contract/identity.ts'

const STORED_AS = 'sbs.session'

/** A session in this browser. */
export type StoredSession = Session & {
  /** By how many ms the server's clock is ahead of this phone's, which may be hours wrong. */
  serverAhead?: number
  /** Where Firebase renews it, if that vouches for its owner. */
  atFirebase?: { apiKey: string; emulator?: string }
}

type Listener = (session: StoredSession | undefined) => void
const listeners = new Set<Listener>()
let current = read()

/** Who is signed in, or nobody. A session without a uid is nobody's. */
export function currentSession(): StoredSession | undefined {
  return current
}

export function startSession(session: Session): void {
  keep(byOurClock(session))
}

/** A new pair of tokens for the session that is already here. */
export function renewSession(session: Session): void {
  if (current?.uid === session.uid) keep(byOurClock(session))
}

export function endSession(): void {
  keep(undefined)
}

/** The time by the server's clock, as far as it is known: what people do is put in order by it. */
export function serverNow(): number {
  return Date.now() + (current?.serverAhead ?? 0)
}

/** A session whose end this phone's own clock can tell, right or wrong as it may be. */
function byOurClock(session: Session): StoredSession {
  const { iat } = claimsOf(session)
  if (iat === undefined) return session
  const serverAhead = iat * 1000 - Date.now()
  return { ...session, expiresAt: session.expiresAt - serverAhead, serverAhead }
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
  if (typeof window === 'undefined') return undefined
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

type Claims = { phone_number?: string; email?: string; name?: string; iat?: number; auth_time?: number }

/** What the token says of its owner. Only for show: the server goes by the token itself. */
export function claimsOf({ idToken }: Session): Claims {
  const payload = idToken.split('.')[1] ?? ''
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), c => c.charCodeAt(0))
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return {}
  }
}
