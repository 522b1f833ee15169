import { plainPhoneText } from '../../../../contract/text/phone-text.ts'

const FEWEST_DIGITS = 3

/**
 * The digits that find a stored number (E.164) in any spelling: +962 (0)79…, 00962 79…, 079…, ٠٧٩…, or a part of it.
 * Empty for a text that is no part of a number.
 */
export function phoneParts(text: string): string[] {
  const plain = plainPhoneText(text)
  if (/\p{L}/u.test(plain)) return []
  const digits = plain.replace(/\(0+\)/g, '').replace(/\D/g, '')
  // The trunk zero is dialled within a country and not stored. But the last digits of a number may begin with zeros,
  // too.
  const spellings = new Set([digits.replace(/^0+/, ''), digits])
  return [...spellings].filter(({ length }) => length >= FEWEST_DIGITS)
}
