import { ECDH } from 'node:crypto'

/** The keys with which a payload is encrypted for one browser (RFC 8291). Base64url. */
export type BrowserKeys = { p256dh: string; auth: string }

/** Some browsers pad base64 and some do not. */
export function plain({ p256dh, auth }: BrowserKeys): BrowserKeys {
  return { p256dh: p256dh.replace(/=+$/, ''), auth: auth.replace(/=+$/, '') }
}

/** A point on the curve, and a secret of 16 bytes: encryption needs both. */
export function areKeys({ p256dh, auth }: BrowserKeys): boolean {
  if (Buffer.from(auth, 'base64url').length !== 16) return false
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url')
    return Buffer.from(p256dh, 'base64url').length === 65
  } catch {
    return false
  }
}

/** The push services of Chrome, Firefox, Safari and Edge, and of browsers built on them. */
const HOSTS =
  /^(fcm\.googleapis\.com|jmt17\.google\.com|([\w-]+\.)*(push\.services\.mozilla|push\.apple|notify\.windows)\.com)$/

/**
 * Whether a browser would name this URL. The server sends requests to it, so only known push services are accepted.
 * Otherwise a stranger could make the server send requests to any machine.
 */
export function isPushService(endpoint: string, originForTests: string): boolean {
  const url = URL.parse(endpoint)
  if (!url || url.username || url.password) return false
  if (originForTests !== '' && url.origin === originForTests) return true
  return url.protocol === 'https:' && url.port === '' && HOSTS.test(url.hostname)
}
