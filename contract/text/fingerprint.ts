/** A short code for a text. Among a million texts about one has the code of a given other one. */
export function fingerprint(text: string): string {
  let hash = 0
  for (let at = 0; at < text.length; at += 1) hash = (hash * 31 + text.charCodeAt(at)) % 36 ** 4
  return hash.toString(36)
}
