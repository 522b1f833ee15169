/** Message texts are sent as base64 of UTF-8. Encoding and decoding are strict, and only this file does them. */

/** The length is divisible by four. The character before the padding leaves no bit unused. */
const CANONICAL = /^[A-Za-z0-9+/]*(?:[AQgw]==|[AEIMQUYcgkosw048]=)?$/

/** Fewer arguments than any browser's limit for one call. */
const BYTES_AT_ONCE = 8192

/** Missing on phones from before 2025. */
type WithBase64 = { toBase64?(): string }
type FromBase64 = { fromBase64?(encoded: string): Uint8Array }

export function encodeText(text: string): string {
  const bytes: Uint8Array & WithBase64 = new TextEncoder().encode(text)
  return bytes.toBase64?.() ?? btoa(binaryOf(bytes))
}

/** Throws a `TypeError` for anything but canonical base64 of well-formed UTF-8. */
export function decodeText(encoded: string): string {
  if (encoded.length % 4 !== 0 || !CANONICAL.test(encoded)) throw new TypeError('Not canonical base64')
  const bytes = (Uint8Array as FromBase64).fromBase64?.(encoded) ?? bytesOf(atob(encoded))
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
}

function binaryOf(bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += BYTES_AT_ONCE)
    binary += String.fromCharCode(...bytes.subarray(at, at + BYTES_AT_ONCE))
  return binary
}

function bytesOf(binary: string): Uint8Array {
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at)
  return bytes
}
