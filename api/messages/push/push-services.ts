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
