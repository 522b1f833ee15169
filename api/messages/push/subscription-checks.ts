import { ECDH } from 'node:crypto'

/** With these a notice is encrypted for one browser (RFC 8291). Base64url. */
export type BrowserKeys = { p256dh: string; auth: string }

/** Browsers differ in whether they fill up base64. */
export function plain({ p256dh, auth }: BrowserKeys): BrowserKeys {
  return { p256dh: p256dh.replace(/=+$/, ''), auth: auth.replace(/=+$/, '') }
}

/** A point on the curve, and a secret of 16 bytes: with anything else nothing could be encrypted. */
export function areKeys({ p256dh, auth }: BrowserKeys): boolean {
  if (Buffer.from(auth, 'base64url').length !== 16) return false
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url')
    return Buffer.from(p256dh, 'base64url').length === 65
  } catch {
    return false
  }
}

/** The push services of Chrome and its kin, Firefox, Safari and Edge. */
const HOSTS =
  /^(fcm\.googleapis\.com|jmt17\.google\.com|([\w-]+\.)*(push\.services\.mozilla|push\.apple|notify\.windows)\.com)$/

/**
 * Whether a browser would name this address. What a browser is sent goes wherever it said, so of all addresses only
 * these are believed: nobody has this server knock at its neighbours, or at strangers.
 */
export function isPushService(endpoint: string, originForTests: string): boolean {
  const url = URL.parse(endpoint)
  if (!url || url.username || url.password) return false
  if (originForTests !== '' && url.origin === originForTests) return true
  return url.protocol === 'https:' && url.port === '' && HOSTS.test(url.hostname)
}
