import type { Session } from '../contract/account.ts'

const STORED_AS = 'sbs.session'
const ENDED_AS = 'sbs.ended'

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

/** Without a reason the person leaves by themselves; with the code of an error the server put them out. */
export function endSession(code?: string): void {
  if (code && current) toDisk(ENDED_AS, code.endsWith('login-blocked') ? 'blocked' : 'ended')
  keep(undefined)
}

/** Why somebody was put out here, until somebody is signed in or leaves by themselves. */
export function whyEnded(): 'blocked' | 'ended' | undefined {
  const why = fromDisk(ENDED_AS)
  return why === 'blocked' || why === 'ended' ? why : undefined
}

/** Somebody left by themselves: there is nothing to say to the next. */
export function forgetWhyEnded(): void {
  toDisk(ENDED_AS, undefined)
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
  if (session) forgetWhyEnded()
  toDisk(STORED_AS, session && JSON.stringify(session))
  for (const listener of listeners) listener(session)
}

function toDisk(name: string, text: string | undefined): void {
  try {
    if (text) localStorage.setItem(name, text)
    else localStorage.removeItem(name)
  } catch {
    // Without storage it lasts as long as the page.
  }
}

function fromDisk(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

function read(): StoredSession | undefined {
  if (typeof window === 'undefined') return undefined
  try {
    const stored = JSON.parse(fromDisk(STORED_AS) ?? 'null') as StoredSession | null
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

type Claims = { phone_number?: string; email?: string; iat?: number; auth_time?: number }

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
