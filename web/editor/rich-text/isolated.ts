import type { Language } from '../../../contract/languages.ts'
import { directionOf } from '../../i18n/language.ts'

const DIGIT = '[0-9٠-٩۰-۹]'
/** Letters, without × and ÷. */
const LATIN = 'A-Za-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u024F'
/** Letters and the marks above them. */
const MARKED = `${LATIN}\\u0300-\\u036F`
/** A URL that a page turns into a link, without the punctuation after it. A pair of brackets belongs to the URL. */
const URL_IN_TEXT = '(?:https?://|www\\.)(?:\\([^\\s<>()]*\\)|[^\\s<>()])*(?<![?!.,:;*_\'"~&[\\]،؛؟«»…])'
/** URLs, phone numbers, numbers with a sign, and words in Latin letters with the signs between them. */
const TURNS = new RegExp(
  [
    URL_IN_TEXT,
    `\\+ ?${DIGIT}(?:[-0-9٠-٩۰-۹ ()./]*${DIGIT})?`,
    `${DIGIT}(?:[0-9٠-٩۰-۹.,٫٬]*${DIGIT})? ?[%+]`,
    `[%]${DIGIT}+`,
    `${DIGIT}+(?:[-/:. ]${DIGIT}+)+`,
    `(?:${DIGIT}+[-_])?[${LATIN}](?:[-0-9_.@/:+#&'’${MARKED} ]*[0-9+#${MARKED}])?`,
  ].join('|'),
  'g',
)

export type Isolated = { from: number; to: number }

/** The parts of a right-to-left text that would be shown in the wrong order. */
export function isolatedIn(text: string, language: Language): Isolated[] {
  if (directionOf(language) === 'ltr') return []
  return [...text.matchAll(TURNS)].map(({ index, 0: found }) => ({ from: index, to: index + found.length }))
}

/** Splits a text at its URLs. The parts at odd indexes are URLs. */
export function splitAtUrls(text: string): string[] {
  return text.split(new RegExp(`(${URL_IN_TEXT})`))
}
