/** A short code for a text. Two different texts have the same code once in about a million. */
export function fingerprint(text: string): string {
  let hash = 0
  for (let at = 0; at < text.length; at += 1) hash = (hash * 31 + text.charCodeAt(at)) % 36 ** 4
  return hash.toString(36)
}
