import { FirebaseError } from '@firebase/app'
import { ApiError, NETWORK_FAILED } from '../../../../contract/calls/api-error.ts'

/** Codes that mean the same to a person as another code. */
const sameAs: Record<string, string> = {
  'auth/account-exists-with-different-credential': 'auth/credential-already-in-use',
  'auth/invalid-app-credential': 'auth/captcha-check-failed',
  'auth/missing-app-credential': 'auth/captcha-check-failed',
  'auth/invalid-verification-id': 'auth/code-expired',
  'auth/missing-verification-code': 'auth/invalid-verification-code',
  'auth/missing-phone-number': 'auth/invalid-phone-number',
  'auth/password-does-not-meet-requirements': 'auth/weak-password',
}

/** The meaning of a code in one call, if it has another one in other calls. */
export type Meanings = Readonly<Record<string, string>>

/** In a call with an e-mail address the code is not about the phone. */
export const OF_EMAIL: Meanings = { 'auth/operation-not-allowed': 'auth/email-not-offered' }
/** In a call with a bot check: Firebase reports this if its script cannot be loaded. */
export const OF_BOT_CHECK: Meanings = { 'auth/internal-error': NETWORK_FAILED }

/** An ApiError for an error of Firebase: its code, and its text if we have none for the code. */
export function apiErrorFromFirebase(failure: unknown, meanings: Meanings = {}): ApiError {
  if (failure instanceof ApiError) return failure
  if (!(failure instanceof FirebaseError)) return new ApiError(NETWORK_FAILED, { status: 0 })
  const { code, message } = failure
  return new ApiError(meanings[code] ?? sameAs[code] ?? code, { message })
}
