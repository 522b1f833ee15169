import { type Language, languages } from '../../contract/languages.ts'

const ARABIC_INDIC = 0x660
const PERSIAN = 0x6f0
const FULL_WIDTH = 0xff10

/** Turns Arabic-Indic, Persian and full-width digits into 0 to 9. */
export function toWesternDigits(text: string): string {
  return text.replace(/[٠-٩۰-۹０-９]/g, digit => {
    const code = digit.charCodeAt(0)
    const zero = [FULL_WIDTH, PERSIAN].find(zero => code >= zero) ?? ARABIC_INDIC
    return String(code - zero)
  })
}

/** A numeric answer, in the digits of the language; any other answer stays as it was written. */
export function answerInDigitsOf(language: Language, answer: string): string {
  return /^-?\d+([.,]\d+)?$/.test(answer) ? toDigitsOf(language, answer) : answer
}

/** Turns 0 to 9 into the digits of a language, as in a phone number or a code. Amounts need `useFormatter`. */
export function toDigitsOf(language: Language, text: string): string {
  const zero = languages[language].zero.charCodeAt(0)
  return text.replace(/\d/g, digit => String.fromCharCode(zero + Number(digit)))
}
