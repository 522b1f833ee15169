import { mergeUser, type Session } from '../../contract/account.ts'
import { ApiError } from '../../contract/calls/api-error.ts'
import { createClient } from '../../contract/calls/client.ts'
import { track } from '../analytics/track.ts'
import { freshToken } from '../api.ts'
import { loadFirstData, startSessionAndFillCache } from '../courses/first-data.ts'
import { claimsOf, currentSession } from '../session.ts'
import type { Credential } from '../sign-in/provider/identity-provider.ts'
import { identityProvider } from '../sign-in/provider/provider.ts'
import type { KnownUser } from '../user/load-user.ts'
import { pauseLive } from '../user/pause-live.ts'

export type PhoneAccount = Pick<KnownUser, 'uid' | 'phoneNumber'>

/**
 * The account of this e-mail address takes over the phone account that is signed in here, and is signed in afterwards.
 * Rejects with an `ApiError` if nothing was merged; then the phone account is still signed in.
 */
export async function mergeByEmail(credential: Credential, phoneAccount: PhoneAccount): Promise<void> {
  const provider = await identityProvider()
  const older = await provider.signInByEmail(credential)
  const goOn = pauseLive(phoneAccount.uid)
  try {
    await mergeInto(older, phoneAccount)
  } catch (error) {
    if (isClientError(error)) goOn()
    void provider.signOut(older).catch(() => undefined)
    throw error
  }
  track('account_link', { method: 'email' })
  // The merge is done: the screen loads what could not be loaded here.
  const data = await loadFirstData(older).catch(() => undefined)
  if (!isSomebodyElseHere(phoneAccount)) startSessionAndFillCache(older, data)
}

async function mergeInto(older: Session, { uid: phoneUid, phoneNumber }: PhoneAccount): Promise<void> {
  const { phone_number: olderPhone } = claimsOf(older)
  // The older account has this phone number already if an earlier merge succeeded and its reply was lost.
  if (olderPhone && olderPhone !== phoneNumber) throw new ApiError('auth/email-already-in-use')
  const proof = await freshToken()
  if (!proof || phoneNumber === null) throw new ApiError('auth/user-token-expired')
  const callAsOlder = createClient({ token: async () => older.idToken })
  const { data } = await callAsOlder(
    mergeUser,
    { params: { uid: older.uid }, body: { phoneUid, phoneNumber } },
    { headers: { 'X-Merge-Proof': proof } },
  )
  // A bare `success: false` has neither a reason nor an account.
  if (!data) throw new ApiError('internal')
}

/**
 * Whether the server refused, so that nothing was merged. If the reply was lost, the accounts may be merged: the unsent
 * items of the phone account then go on waiting.
 */
function isClientError(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500
}

/**
 * Whether somebody else has signed in meanwhile. A missing session is normal: the merge ends the session of the phone
 * account.
 */
function isSomebodyElseHere({ uid }: PhoneAccount): boolean {
  const session = currentSession()
  return session !== undefined && session.uid !== uid
}
