import { expect, test } from 'vitest'
import { ApiError } from '../../../../contract/calls/api-error.ts'
import { problemFrom } from './problem.ts'

test('a code is the same with and without auth/ before it', () => {
  expect(problemFrom(new ApiError('auth/wrong-password'))).toMatchObject({ code: 'wrong-password' })
  expect(problemFrom(new ApiError('wrong-password'))).toMatchObject({ code: 'wrong-password' })
})

test('an error about one field is shown there, all others above the button', () => {
  const places = { 'wrong-password': 'password' } as const
  expect(problemFrom(new ApiError('auth/wrong-password'), places)).toMatchObject({ at: 'password' })
  expect(problemFrom(new ApiError('auth/too-many-requests'), places)).toMatchObject({ at: 'form' })
})

test("an unknown code keeps the provider's text", () => {
  const failure = new ApiError('auth/never-heard-of', { message: 'Ask Salma.' })
  expect(problemFrom(failure)).toEqual({ at: 'form', code: 'never-heard-of', message: 'Ask Salma.' })
})

test('code of ours that could not be loaded counts as a network failure', () => {
  expect(problemFrom(new TypeError('Failed to fetch'))).toMatchObject({ code: 'network-request-failed' })
})
