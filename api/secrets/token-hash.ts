import { hash } from 'node:crypto'

/**
 * The database has only this hash of a token, so that a person who reads the database cannot use the token. A plain
 * hash is enough, because nobody can guess a random token.
 */
export function tokenHash(token: string): string {
  return hash('sha256', token, 'base64url')
}
