import type { Language } from '../../../contract/languages.ts'
import { directionOf } from '../../i18n/language.ts'

const DIGIT = '[0-9٠-٩۰-۹]'
const LATIN = '[A-Za-z\\u00C0-\\u024F]'
/** Phone numbers, numbers with a sign, and words in Latin letters with the signs between them. */
const TURNS = new RegExp(
  [
    `\\+ ?${DIGIT}(?:[-0-9٠-٩۰-۹ ()./]*${DIGIT})?`,
    `${DIGIT}(?:[0-9٠-٩۰-۹.,٫٬]*${DIGIT})? ?[%+]`,
    `[%]${DIGIT}+`,
    `${DIGIT}+(?:[-/:. ]${DIGIT}+)+`,
    `(?:${DIGIT}+[-_])?${LATIN}(?:[-A-Za-z0-9_.@/:+#&'’\\u00C0-\\u024F ]*[A-Za-z0-9+#\\u00C0-\\u024F])?`,
  ].join('|'),
  'g',
)

export type Isolated = { from: number; to: number }

/** The parts of a right-to-left text that would be shown in the wrong order. */
export function isolatedIn(text: string, language: Language): Isolated[] {
  if (directionOf(language) === 'ltr') return []
  return [...text.matchAll(TURNS)].map(({ index, 0: found }) => ({ from: index, to: index + found.length }))
}
