import { createHmac, randomBytes } from 'node:crypto'
import { tokenHash } from '../../secrets/token-hash.ts'

/** `<session>.<256 bits>`: it names its session, so that a used one is recognised. */
export function newRefreshToken(sessionId: string): string {
  return `${sessionId}.${randomBytes(32).toString('base64url')}`
}

/** Whether a text looks like a refresh token; others need no query. */
export function isRefreshToken(text: string): boolean {
  return /^[\w-]{22}\.[\w-]{43}$/.test(text)
}

export function sessionOf(refreshToken: string): string {
  return refreshToken.split('.', 1)[0] as string
}

/** Derived, not random: the same token used twice gets the same successor. */
export function successorOf(refreshToken: string, key: Buffer): string {
  return `${sessionOf(refreshToken)}.${createHmac('sha256', key).update(refreshToken).digest('base64url')}`
}

/** The last token of a session, by its hash, if it is this one or its successor. */
export function lastToken(refreshToken: string, hash: string, key: Buffer): string | undefined {
  return [refreshToken, successorOf(refreshToken, key)].find(token => tokenHash(token) === hash)
}
