/** Message texts travel as base64 of UTF-8. Both ways are strict, and this is the only place that knows. */

const CANONICAL = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

export function encodeText(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), byte => String.fromCharCode(byte)).join(''))
}

/** Throws a `TypeError` for anything but canonical base64 of well-formed UTF-8. */
export function decodeText(encoded: string): string {
  if (!CANONICAL.test(encoded)) throw new TypeError('Not canonical base64')
  const bytes = Uint8Array.from(atob(encoded), character => character.charCodeAt(0))
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  if (encodeText(text) !== encoded) throw new TypeError('Not canonical base64')
  return text
}
