import { isIPv6 } from 'node:net'

/** Only `networkOf` makes one, so that no limit counts a whole IPv6 address by mistake. */
export type Network = string & { readonly isNetwork: true }

/**
 * The part of an IP address that limits count: an IPv4 address, or the first half of an IPv6 address, because one
 * household owns all of the second half.
 */
export function networkOf(ipAddress: string): Network {
  const plain = withoutMapping(ipAddress)
  if (!isIPv6(plain)) return plain as Network
  const [before = '', after = ''] = plain.split('::')
  const left = before.split(':').filter(Boolean)
  const right = after.split(':').filter(Boolean)
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64` as Network
}

/** An IPv4 address as a dual-stack socket shows it: ::ffff:192.0.2.1. */
export function withoutMapping(ipAddress: string): string {
  return ipAddress.replace(/^::ffff:(?=\d+\.)/i, '')
}
