/**
 * A phone number as typed or pasted, in plain characters: digits of all scripts become 0 to 9, full-width characters
 * become plain, and invisible ones are removed. Numbers copied from contacts and chats have direction marks (U+202A and
 * others) before the plus.
 */
export function plainPhoneText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{M}]/gu, '')
    .replace(/[\p{Z}\p{Cc}]+/gu, ' ')
    .replace(/\p{Nd}/gu, westernDigit)
}

/** The ten digits of a script are consecutive, and the character before its zero is not a digit. */
function westernDigit(digit: string): string {
  const code = digit.codePointAt(0) as number
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1
  return String(value)
}
