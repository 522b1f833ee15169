import { type Language, languages } from '../../../contract/languages.ts'
import { toDigitsOf } from '../../i18n/digits.ts'
import { nameInText } from '../../messages/person-name.tsx'

/**
 * A name in a text, before the last digits of the phone number if somebody else has this name. An isolate around both
 * has the direction of the reader, by the mark at the start.
 */
export function nameWithDigits(name: string, digits: string | undefined, language: Language): string {
  if (digits === undefined) return name
  const mark = languages[language].direction === 'rtl' ? '\u200f' : '\u200e'
  // A line does not end between the two.
  return `${mark}\u2068${name}\u2069\u00a0\u2066(${ending(digits, language)})\u2069`
}

/** The same where a sentence goes on behind it; of a person without a name, the phone number. */
export function nameInSentence(name: string, digits: string | undefined, language: Language): string {
  return digits === undefined ? nameInText(name, language) : `\u2068${nameWithDigits(name, digits, language)}\u2069`
}

/** The same in a choice. The digits come first: a closed choice on a phone cuts off the end. */
export function choiceWithDigits(name: string, digits: string | undefined, language: Language): string {
  return digits === undefined ? name : `${phoneEnding(digits, language)} \u2068${name}\u2069`
}

/** The digits alone, where the name stands elsewhere. */
export function phoneEnding(digits: string, language: Language): string {
  return `\u2066${ending(digits, language)}\u2069`
}

function ending(digits: string, language: Language): string {
  // Without the joiner, a line may end between the two.
  return `…\u2060${toDigitsOf(language, digits)}`
}
