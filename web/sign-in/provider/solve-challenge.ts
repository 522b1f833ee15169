import { solveChallenge } from 'altcha-lib'
// The module for browsers; the one without "web" needs Node.
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import type { Challenge } from 'altcha-lib/types'

/** Searches for the solution of a challenge, in the form that the server checks. */
export async function solutionOf(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey })
  if (!solution) throw new Error('The challenge took too long')
  const { counter, derivedKey } = solution
  return btoa(JSON.stringify({ challenge, solution: { counter, derivedKey } }))
}
