import { toWesternDigits } from '../../i18n/digits.ts'

export type LinkedPart = { text: string; href?: string }

const LINKS = [
  String.raw`(?:https?:\/\/|www\.)[^\s<>"'\u0060]+`,
  // With limits, because a long text without any link would be read again from each of its characters.
  String.raw`[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}`,
  String.raw`(?:\+|00|٠٠|0|٠)[\d٠-٩۰-۹](?:[\x20\u00a0()-]{0,2}[\d٠-٩۰-۹]){6,13}`,
].join('|')
/** These belong to the sentence, not to the link. */
const AFTER = new Set('.,;:!?،؛؟…)]}»')
/** A link must not continue with these. */
const WORD = /[\p{L}\p{N}@_+-]/u

/** A text in parts: URLs, e-mail addresses and phone numbers have a link. Other markup means nothing. */
export function linkedText(text: string): LinkedPart[] {
  const parts: LinkedPart[] = []
  let at = 0
  for (const found of text.matchAll(new RegExp(LINKS, 'gi'))) {
    const link = trimmed(found[0])
    const href = hrefOf(link)
    const isWord = WORD.test(text.charAt(found.index - 1)) || WORD.test(text.charAt(found.index + found[0].length))
    if (!href || (isWord && !/^https?:/i.test(link))) continue
    if (found.index > at) parts.push({ text: text.slice(at, found.index) })
    parts.push({ text: link, href })
    at = found.index + link.length
  }
  if (at < text.length) parts.push({ text: text.slice(at) })
  return parts
}

/** A closing bracket stays if the URL itself opened one. */
function trimmed(link: string): string {
  let end = link.length
  while (AFTER.has(link.charAt(end - 1))) end -= 1
  const bare = link.slice(0, end)
  return bare.includes('(') && link[bare.length] === ')' ? `${bare})` : bare
}

function hrefOf(link: string): string | undefined {
  if (/^https?:/i.test(link)) return isUrl(link) ? link : undefined
  if (/^www\./i.test(link))
    return /^www\.[^.]+\.[^.]/i.test(link) && isUrl(`https://${link}`) ? `https://${link}` : undefined
  if (link.includes('@')) return `mailto:${link}`
  return phoneHref(link)
}

/** A link for a number with a dial code, or as dialled at home; none for a date or an amount. */
function phoneHref(link: string): string | undefined {
  const number = toWesternDigits(link).replace(/[^\d+]/g, '')
  const isPhone = /^(\+|00)[1-9]\d{6,14}$/.test(number) || /^0[1-9]\d{7,10}$/.test(number)
  return isPhone ? `tel:${number.replace(/^00/, '+')}` : undefined
}

function isUrl(text: string): boolean {
  try {
    return new URL(text).hostname.includes('.')
  } catch {
    return false
  }
}
