import { FirebaseError } from '@firebase/app'
import { ApiError, NETWORK_FAILED } from '../../../../contract/calls/api-error.ts'

/** Codes for which there is another that says the same to a person. */
const sameAs: Record<string, string> = {
  'auth/account-exists-with-different-credential': 'auth/credential-already-in-use',
  'auth/invalid-app-credential': 'auth/captcha-check-failed',
  'auth/missing-app-credential': 'auth/captcha-check-failed',
  'auth/invalid-verification-id': 'auth/code-expired',
  'auth/missing-verification-code': 'auth/invalid-verification-code',
  'auth/missing-phone-number': 'auth/invalid-phone-number',
  'auth/password-does-not-meet-requirements': 'auth/weak-password',
}

/** What a code means in a call, where that is not what it means elsewhere. */
export type Meanings = Readonly<Record<string, string>>

/** Of a call with an e-mail address: it is not the number that is refused. */
export const OF_EMAIL: Meanings = { 'auth/operation-not-allowed': 'auth/email-not-offered' }
/** Of a call with a bot check: Firebase says no more when its script cannot be fetched. */
export const OF_BOT_CHECK: Meanings = { 'auth/internal-error': NETWORK_FAILED }

/** To be thrown in place of what Firebase rejected with: its code, and its words for a code that we have none for. */
export function refusedByFirebase(failure: unknown, meanings: Meanings = {}): ApiError {
  if (failure instanceof ApiError) return failure
  if (!(failure instanceof FirebaseError)) return new ApiError(NETWORK_FAILED, { status: 0 })
  const { code, message } = failure
  return new ApiError(meanings[code] ?? sameAs[code] ?? code, { message })
}
