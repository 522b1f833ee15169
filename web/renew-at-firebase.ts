import { ApiError, NETWORK_FAILED } from '../contract/calls/api-error.ts'
import { claimsOf, type StoredSession } from './session.ts'

/** Firebase's errors for an ended session. After any other error the session may still be live. */
const OVER = ['TOKEN_EXPIRED', 'USER_DISABLED', 'USER_NOT_FOUND', 'INVALID_REFRESH_TOKEN']

type Answer = { id_token: string; refresh_token: string; expires_in: string; user_id: string }

/** Gets a new token for a session of Firebase without its SDK, because most visits need nothing else of it. */
export async function renewAtFirebase(
  { refreshToken }: StoredSession,
  atFirebase: NonNullable<StoredSession['atFirebase']>,
): Promise<StoredSession> {
  const { apiKey, emulator } = atFirebase
  const base = emulator ? `${emulator}/securetoken.googleapis.com` : 'https://securetoken.googleapis.com'
  const response = await fetch(`${base}/v1/token?key=${encodeURIComponent(apiKey)}`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
  }).catch(() => {
    throw new ApiError(NETWORK_FAILED, { status: 0 })
  })
  const answer = await response.json().catch(() => undefined)
  if (!response.ok) throw new ApiError(isOver(answer) ? 'auth/unauthorized' : 'unavailable')
  return { ...sessionFrom(answer), atFirebase }
}

function isOver(answer: { error?: { message?: string } } | undefined): boolean {
  const [word = ''] = (answer?.error?.message ?? '').split(' ')
  return OVER.includes(word)
}

function sessionFrom({ id_token: idToken, refresh_token: refreshToken, expires_in, user_id: uid }: Answer) {
  // The expiry is by the clock of the server, as in other new sessions. `byOurClock` converts it.
  const { iat = Date.now() / 1000 } = claimsOf({ idToken })
  return { uid, idToken, refreshToken, expiresAt: (iat + Number(expires_in)) * 1000 }
}
