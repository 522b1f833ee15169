import { createHash, createHmac, randomBytes } from 'node:crypto'

/** Names its session, so that one which was already changed is recognised: `<session>.<256 bits>`. */
export function newRefreshToken(sessionId: string): string {
  return `${sessionId}.${randomBytes(32).toString('base64url')}`
}

/** Whether a text has the form of a refresh token. What has not need not be looked for. */
export function isRefreshToken(text: string): boolean {
  return /^[\w-]{22}\.[\w-]{43}$/.test(text)
}

export function sessionOf(refreshToken: string): string {
  return refreshToken.split('.', 1)[0] as string
}

/** Derived, not random: the same token asked twice gets the same successor. */
export function successorOf(refreshToken: string, key: Buffer): string {
  return `${sessionOf(refreshToken)}.${createHmac('sha256', key).update(refreshToken).digest('base64url')}`
}

/** A plain hash will do, since 256 random bits cannot be guessed. */
export function hashOf(refreshToken: string): string {
  return createHash('sha256').update(refreshToken).digest('base64url')
}
