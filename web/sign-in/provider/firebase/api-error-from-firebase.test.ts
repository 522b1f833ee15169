import { FirebaseError } from '@firebase/app'
import { expect, test } from 'vitest'
import { ApiError, NETWORK_FAILED } from '../../../../contract/calls/api-error.ts'
import { apiErrorFromFirebase, OF_BOT_CHECK, OF_EMAIL } from './api-error-from-firebase.ts'

const WORDS = 'Firebase: No more today (auth/something).'

test.each([
  ['auth/wrong-password', 'auth/wrong-password'],
  ['auth/a-code-of-tomorrow', 'auth/a-code-of-tomorrow'],
  ['auth/account-exists-with-different-credential', 'auth/credential-already-in-use'],
  ['auth/password-does-not-meet-requirements', 'auth/weak-password'],
  ['auth/invalid-app-credential', 'auth/captcha-check-failed'],
  ['auth/invalid-verification-id', 'auth/code-expired'],
])('%s becomes %s, with Firebase’s own text beside it', (code, told) => {
  expect(apiErrorFromFirebase(new FirebaseError(code, WORDS))).toMatchObject({ code: told, message: WORDS })
})

test('sign-in by e-mail that is switched off names no phone number, and a failed bot check counts as a network failure', () => {
  const off = new FirebaseError('auth/operation-not-allowed', WORDS)
  expect(apiErrorFromFirebase(off, OF_EMAIL).code).toBe('auth/email-not-offered')
  expect(apiErrorFromFirebase(off).code).toBe('auth/operation-not-allowed')
  expect(apiErrorFromFirebase(new FirebaseError('auth/internal-error', WORDS), OF_BOT_CHECK).code).toBe(NETWORK_FAILED)
})

test('any other error is a network failure, and an ApiError stays as it is', () => {
  expect(apiErrorFromFirebase(new TypeError('Failed to fetch'))).toMatchObject({ code: NETWORK_FAILED, status: 0 })
  const ours = new ApiError('auth/requires-recent-login')
  expect(apiErrorFromFirebase(ours)).toBe(ours)
})
