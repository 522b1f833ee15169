/**
 * A phone number as it was pasted or typed, in plain signs: digits of all scripts as 0 to 9, full-width signs as plain
 * ones, and nothing that cannot be seen. Numbers copied from contacts and chats carry direction marks (U+202A and its
 * like), which would hide the plus behind them.
 */
export function plainPhoneText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{M}]/gu, '')
    .replace(/[\p{Z}\p{Cc}]+/gu, ' ')
    .replace(/\p{Nd}/gu, westernDigit)
}

/** The ten digits of a script stand one after the other, and what stands before its zero is no digit. */
function westernDigit(digit: string): string {
  const code = digit.codePointAt(0) as number
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1
  return String(value)
}
