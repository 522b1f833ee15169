import { refreshToken as refreshCall, type Session } from '../contract/account.ts'
import { ApiError, endsSession, isTemporary, NETWORK_FAILED } from '../contract/calls/api-error.ts'
import { createClient, type Rejected } from '../contract/calls/client.ts'
import { HOUR } from '../contract/time.ts'
import { inOneTab } from './browser/in-one-tab.ts'
import { claimsOf, currentSession, endSession, renewSession, type StoredSession } from './session.ts'

/** A token that expires sooner than this is refreshed before the call. */
const MARGIN_MS = 60_000
/** Tokens last an hour. */
const MAX_MS = HOUR + MARGIN_MS

/**
 * The time limit of calls during sign-in. A poor network replies within this time. After it, another try helps more
 * than waiting.
 */
export const SIGN_IN_LIMIT_MS = 30_000

/** For calls without a token. */
export const callSignedOut = createClient({ fetch: fetchEarly, timeoutMs: SIGN_IN_LIMIT_MS })

/** For all other calls: each carries a valid token. */
export const call = createClient({
  fetch: fetchEarly,
  token: freshToken,
  onUnauthorized,
})

/**
 * A phone whose clock was changed meanwhile does not notice that its token ran out. So the session ends only if it
 * cannot be renewed, or the server rejects the new token, too. Returns the person's new token for a second try.
 */
export async function onUnauthorized({ code, token, isAgain }: Rejected): Promise<string | undefined> {
  const session = currentSession()
  if (!session || !token) return undefined
  // Meanwhile the session was renewed, or somebody else has signed in.
  if (session.idToken !== token) return claimsOf({ idToken: token }).sub === session.uid ? session.idToken : undefined
  if (isAgain || code === 'auth/login-blocked') {
    endSession(code)
    return undefined
  }
  const isHere = () => currentSession()?.idToken === token
  await renewInOneTab(token).catch(error => {
    if (!(error instanceof ApiError) || isTemporary(error)) throw error
    if (isHere()) endSession(code)
  })
  const now = currentSession()
  return now?.uid === session.uid && !isHere() ? now.idToken : undefined
}

/** A valid token of the person who is signed in now: unsent items of one person are never sent in another name. */
export async function freshToken(): Promise<string | undefined> {
  const session = currentSession()
  if (!session) return undefined
  if (!runsOut(session)) return session.idToken
  return renewInOneTab()
}

function renewInOneTab(rejected?: string): Promise<string | undefined> {
  return inOneTab('sbs.refresh', () => renew(rejected))
}

/** `rejected`: a token that the server no longer takes. */
async function renew(rejected?: string): Promise<string | undefined> {
  // Another tab may have refreshed the token while this tab waited for its turn.
  const session = currentSession()
  if (!session || (session.idToken !== rejected && !runsOut(session))) return session?.idToken
  try {
    const renewed = await askForNewSession(session)
    renewSession(renewed)
    return renewed.idToken
  } catch (error) {
    // Only the server's own error ends a session, not a failing network.
    if (!(error instanceof ApiError) || !endsSession(error)) throw error
    if (currentSession()?.refreshToken === session.refreshToken) endSession(error.code)
    return undefined
  }
}

async function askForNewSession(session: StoredSession): Promise<Session> {
  const { uid, refreshToken, atFirebase } = session
  if (!atFirebase) return (await callSignedOut(refreshCall, { body: { refreshToken, uid } })).data
  const { renewAtFirebase } = await import('./renew-at-firebase.ts').catch(() => {
    throw new ApiError(NETWORK_FAILED, { status: 0 })
  })
  return renewAtFirebase(session, atFirebase)
}

/** Also true if the token seems to last too long: the phone's clock was set back, so the server's time is not known. */
function runsOut({ expiresAt }: StoredSession): boolean {
  const left = expiresAt - Date.now()
  return left < MARGIN_MS || left > MAX_MS
}

type Early = { method: string; path: string; response: Promise<Response> }

/** The requests that boot.js sent while the app was loading, and that no call has taken over yet. */
function early(): Early[] {
  return (globalThis as { sbsEarly?: Early[] }).sbsEarly ?? []
}

/** Takes over a request that boot.js sent. */
function fetchEarly(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  const index = early().findIndex(({ method, path }) => path === url && method === init?.method)
  const [sent] = index >= 0 ? early().splice(index, 1) : []
  return sent ? sent.response.catch(() => fetch(url, init)) : fetch(url, init)
}

/** Drops the reply to an early request, which may be too old by now: the next call asks the server. */
export function dropEarly(wanted: string): void {
  const index = early().findIndex(({ method }) => method === wanted)
  if (index >= 0) early().splice(index, 1)
}
