import type { Session } from '../contract/account.ts'
import { readStored, readStoredJson, writeStored } from './browser/stored.ts'
import { createEvent } from './create-store.ts'

export const STORED_AS = 'sbs.session'
const ENDED_AS = 'sbs.ended'
type Ending = 'blocked' | 'erased' | 'ended'
const ENDINGS: Record<string, Ending> = { 'auth/login-blocked': 'blocked', 'auth/account-erased': 'erased' }
const LAST_WRITTEN_AT = 'sbs.last-written-at'
/** The people of a shared phone (web/shared-phone/people.ts). A phone with one person stores nothing there. */
export const PEOPLE = 'sbs.people'

declare global {
  interface Window {
    /** Set by boot.js: several people share this phone, and this tab does not know yet who is learning. */
    sbsAsks?: boolean | undefined
  }
}

export type StoredSession = Session & {
  /** How many ms the server's clock is ahead of this phone's, which may be hours wrong. */
  serverAhead?: number
  /** The token with which Firebase refreshes the session, if Firebase signed the person in. */
  atFirebase?: { apiKey: string; emulator?: string }
}

const [emitChange, watch] = createEvent<StoredSession | undefined>()
let current = read()

/** The session of this browser. A session without a uid does not count. */
export function currentSession(): StoredSession | undefined {
  return current
}

export function startSession(session: Session): void {
  keep(byOurClock(session))
}

/** Uses a session that a page has given to the service worker, which has no `localStorage`. */
export function resumeSession(session: StoredSession): void {
  current = session
}

/** Stores a new pair of tokens for the present session. */
export function renewSession(session: Session): void {
  if (current?.uid === session.uid) keep(byOurClock(session))
}

/** Ends the session: with the error code of the server, or without one if the person signs out. */
export function endSession(code?: string): void {
  if (code && current) writeStored(ENDED_AS, `${ENDINGS[code] ?? 'ended'} ${current.uid}`)
  keep(undefined)
}

/** Why the server ended the last session, until somebody signs in or out. */
export function sessionEnding(): Ending | undefined {
  return (readStored(ENDED_AS)?.split(' ')[0] as Ending) || undefined
}

/** The uid of the session that the server ended. */
export function endedSessionUid(): string | undefined {
  return readStored(ENDED_AS)?.split(' ')[1]
}

/** Called after a sign-out: the next person sees no reason. */
export function clearSessionEnding(): void {
  writeStored(ENDED_AS, undefined)
}

/** The server's time, as far as it is known. It orders the actions of people. */
export function serverNow(): number {
  return Date.now() + (current?.serverAhead ?? 0)
}

/**
 * The time of what a person writes, later than all before it: the phone's clock may be set back meanwhile, and the
 * server keeps the later of two answers.
 */
export function timeOfWriting(): number {
  const time = Math.max(serverNow(), Number(readStored(LAST_WRITTEN_AT)) + 1)
  writeStored(LAST_WRITTEN_AT, String(time))
  return time
}

/**
 * Converts the expiry to this phone's clock, which may be wrong. The session of a person who comes back is converted
 * already.
 */
function byOurClock(session: StoredSession): StoredSession {
  const { iat } = claimsOf(session)
  if (iat === undefined || session.serverAhead !== undefined) return session
  const serverAhead = iat * 1000 - Date.now()
  return { ...session, expiresAt: session.expiresAt - serverAhead, serverAhead }
}

/** Calls the listener at each change, also in another tab. Returns a function that stops it. */
export const onSessionChange = watch

/** Whether more than one person uses this phone, or one with a PIN. */
export function isSharedPhone(): boolean {
  return readStored(PEOPLE) !== null
}

function keep(session: StoredSession | undefined): void {
  current = session
  if (session) clearSessionEnding()
  // Without storage the session ends with the page.
  writeStored(STORED_AS, session && JSON.stringify(session))
  emitChange(session)
}

function read(): StoredSession | undefined {
  if (typeof window === 'undefined' || window.sbsAsks) return undefined
  const stored = readStoredJson<StoredSession>(STORED_AS)
  return stored?.uid ? stored : undefined
}

if (typeof window !== 'undefined') {
  addEventListener('storage', event => {
    // The storage of the browser was cleared. That is no sign-out: with the screen, the person would lose what they
    // typed.
    if (event.key === null && current) writeStored(STORED_AS, JSON.stringify(current))
    if (event.key !== STORED_AS) return
    const before = current?.uid
    current = read()
    if (current?.uid !== before) emitChange(current)
  })
}

type Claims = { sub?: string; phone_number?: string; email?: string; iat?: number; auth_time?: number }

/** The claims of a token about its owner. For display only: the server checks the token itself. */
export function claimsOf({ idToken }: Pick<Session, 'idToken'>): Claims {
  const payload = idToken.split('.')[1] ?? ''
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), c => c.charCodeAt(0))
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return {}
  }
}
