import { hash } from 'node:crypto'

/**
 * What the database has of a token, so that a person who reads it cannot use the token. A plain hash is enough, because
 * nobody can guess a random token.
 */
export function tokenHash(token: string): string {
  return hash('sha256', token, 'base64url')
}
