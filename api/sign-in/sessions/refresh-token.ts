import { createHmac, randomBytes } from 'node:crypto'
import { tokenHash } from '../../secrets/token-hash.ts'

/** `<session>.<256 bits>`. The token names its session, so that a used token is recognised. */
export function newRefreshToken(sessionId: string): string {
  return `${sessionId}.${randomBytes(32).toString('base64url')}`
}

/** Whether a text looks like a refresh token. Any other text needs no query. */
export function isRefreshToken(text: string): boolean {
  return /^[\w-]{22}\.[\w-]{43}$/.test(text)
}

export function sessionOf(refreshToken: string): string {
  return refreshToken.split('.', 1)[0] as string
}

/** The successor is derived, not random, so that the same token used twice gets the same successor. */
export function successorOf(refreshToken: string, key: Buffer): string {
  return `${sessionOf(refreshToken)}.${createHmac('sha256', key).update(refreshToken).digest('base64url')}`
}

/** The token with this hash, if it is `refreshToken` or its successor. Undefined for an older token. */
export function lastToken(refreshToken: string, hash: string, key: Buffer): string | undefined {
  return [refreshToken, successorOf(refreshToken, key)].find(token => tokenHash(token) === hash)
}
