import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import { ApiError, NETWORK_FAILED } from '../../../../contract/calls/api-error.ts'
import messages from '../../../../contract/texts/ar.json' with { type: 'json' }
import { problemFrom, useErrorTexts } from './problem.ts'

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

/** What is shown in Arabic for an error. */
function inArabic(failure: unknown): string {
  const Shown = () => useErrorTexts([problemFrom(failure)]).form
  const props = { locale: 'ar', timeZone: 'UTC', messages, children: createElement(Shown) } as unknown as Parameters<
    typeof IntlProvider
  >[0]
  return renderToStaticMarkup(createElement(IntlProvider, props))
}

test.each(['bad-request', 'conflict'])(
  'where the screen is Arabic, the code %s has no English sentence of the server',
  code => {
    expect(inArabic(new ApiError(code, { message: 'password: Invalid length' }))).toMatch(/^[^A-Za-z]+$/)
  },
)

test('a first screen that could not be loaded has its number, and its reason where the network failed', () => {
  const { login, 'FIREBASE_ERROR_network-request-failed': noNetwork } = messages
  expect(inArabic(new ApiError('0318'))).toBe(login.error.code0318)
  expect(inArabic(new ApiError('0318', { message: NETWORK_FAILED }))).toBe(`${login.error.code0318}. ${noNetwork}`)
})
