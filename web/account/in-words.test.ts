import { expect, test } from 'vitest'
import { ApiError } from '../../contract/calls/api-error.ts'
import { withOwnText, withoutPassword } from './in-words.ts'

const OURS = 'Could not merge user'

test.each([
  ['a reason of the server', new ApiError('x/y', { message: 'Not on Fridays' }), 'Not on Fridays'],
  ['no reason', new ApiError('x/y', { message: '' }), OURS],
  ['a sentence that only stands for its code', new ApiError('forbidden'), OURS],
  [
    'a blocked account',
    new ApiError('auth/login-blocked'),
    'Sign-in to this account is blocked. Please contact support.',
  ],
])('%s is shown in our own words', (_what, apiError, message) => {
  expect(withOwnText(apiError, OURS)).toMatchObject({ code: apiError.code, status: apiError.status, message })
})

test('nobody who downloads their data too often is told of a wrong password', () => {
  const tooMany = new ApiError('auth/too-many-requests', { retryAfter: 3600 })
  expect(withoutPassword(tooMany, OURS)).toMatchObject({ code: 'too-often', status: 429, retryAfter: 3600 })
})

test.each([
  ['internal', 500],
  ['conflict', 409],
])('the code %s has no reason, and gets our general text', (code, status) => {
  expect(withOwnText(new ApiError(code), OURS)).toMatchObject({ code: 'unexplained', status, message: OURS })
})

test('an error that is not an ApiError stays as it is', () => {
  const missing = new TypeError('Failed to fetch dynamically imported module')
  expect(withOwnText(missing, OURS)).toBe(missing)
})
