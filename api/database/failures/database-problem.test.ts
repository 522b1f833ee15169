import { expect, test } from 'vitest'
import { adviceFor } from './database-problem.ts'

test('a connection that was cut is not reported as a database of another version', () => {
  // Kysely says this of a statement after the cut, without a code.
  expect(adviceFor(new Error('Postgres connection has been discarded'))).toMatch(/^The database does not answer: /)
})
