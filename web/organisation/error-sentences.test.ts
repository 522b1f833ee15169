import { expect, test } from 'vitest'
import { errorCodes } from '../../contract/calls/error-codes.ts'
import english from '../../contract/texts/en.json' with { type: 'json' }

/** The screens answer these without a sentence: a file has its findings, and a film goes on where the server is. */
const WITHOUT = ['courses/bad-file', 'courses/film-offset']

test('each error of the organisation has a sentence of its own', () => {
  const codes = Object.keys(errorCodes).filter(code => /^(people|team|courses|settings)\//.test(code))
  const atFields = Object.keys(english.orgSettings.mistakes).map(name => `settings/${name}`)
  const said = new Set([...Object.keys(english.org.problems), ...atFields, ...WITHOUT])
  expect(codes.filter(code => !said.has(code))).toEqual([])
})
