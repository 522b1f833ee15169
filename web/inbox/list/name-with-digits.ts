import { type Language, languages } from '../../../contract/languages.ts'
import { toDigitsOf } from '../../i18n/digits.ts'
import { isolated } from '../../i18n/isolated.ts'
import { nameInText } from '../../messages/person-name.tsx'

/**
 * A name in a text. The last digits of the phone number follow if somebody else has this name. The mark at the start
 * gives an isolate around both the direction of the reader's language.
 */
export function nameWithDigits(name: string, digits: string | undefined, language: Language): string {
  if (digits === undefined) return name
  const mark = languages[language].direction === 'rtl' ? '\u200f' : '\u200e'
  // The no-break space keeps the name and the digits in one line.
  return `${mark}${isolated(name)}\u00a0\u2066(${ending(digits, language)})\u2069`
}

/** The same inside a sentence. Without digits to add, a person without a name is shown by the phone number. */
export function nameInSentence(name: string, digits: string | undefined, language: Language): string {
  return digits === undefined ? nameInText(name, language) : isolated(nameWithDigits(name, digits, language))
}

/** The same in a choice. The digits come first: a closed choice on a phone cuts off the end. */
export function choiceWithDigits(name: string, digits: string | undefined, language: Language): string {
  return digits === undefined ? name : `${phoneEnding(digits, language)} ${isolated(name)}`
}

/** Only the digits, for a place that shows the name elsewhere. */
export function phoneEnding(digits: string, language: Language): string {
  return `\u2066${ending(digits, language)}\u2069`
}

function ending(digits: string, language: Language): string {
  // Without the joiner, a line may end between the dots and the digits.
  return `…\u2060${toDigitsOf(language, digits)}`
}
