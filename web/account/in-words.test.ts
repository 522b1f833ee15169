import { expect, test } from 'vitest'
import { ApiError } from '../../contract/calls/api-error.ts'
import { inWords } from './in-words.ts'

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
])('%s is shown in the words that fit', (_what, apiError, message) => {
  expect(inWords(apiError, OURS)).toMatchObject({ code: apiError.code, status: apiError.status, message })
})

test('that something went wrong is no reason, and has our words', () => {
  expect(inWords(new ApiError('internal'), OURS)).toMatchObject({ code: 'unexplained', status: 500, message: OURS })
})

test('what is no refusal stays what it is', () => {
  const missing = new TypeError('Failed to fetch dynamically imported module')
  expect(inWords(missing, OURS)).toBe(missing)
})
