export type TextPart = { text: string; href?: string }

const ADDRESS = /https?:\/\/[^\s<>"'`]+/gi
/** Belongs to the sentence rather than to the address. */
const AFTER = new Set('.,;:!?،؛؟…)]}»')

/** A text in parts, those that are web addresses with where they lead. Nothing else in it means anything. */
export function linkedText(text: string): TextPart[] {
  const parts: TextPart[] = []
  let at = 0
  for (const found of text.matchAll(ADDRESS)) {
    const address = trimmed(found[0])
    if (!isAddress(address)) continue
    if (found.index > at) parts.push({ text: text.slice(at, found.index) })
    parts.push({ text: address, href: address })
    at = found.index + address.length
  }
  if (at < text.length) parts.push({ text: text.slice(at) })
  return parts
}

/** A closing bracket stays where the address itself opened one. */
function trimmed(address: string): string {
  let end = address.length
  while (AFTER.has(address.charAt(end - 1))) end -= 1
  const bare = address.slice(0, end)
  return bare.includes('(') && address[bare.length] === ')' ? `${bare})` : bare
}

function isAddress(text: string): boolean {
  try {
    return new URL(text).hostname.includes('.')
  } catch {
    return false
  }
}
