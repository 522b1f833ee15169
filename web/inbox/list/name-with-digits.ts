import type { Language } from '../../../contract/languages.ts'
import { toDigitsOf } from '../../i18n/digits.ts'

/** A name, after the last digits of the phone number if somebody else has this name. */
export function nameWithDigits(name: string, digits: string | undefined, language: Language): string {
  return digits === undefined ? name : `\u2066…${toDigitsOf(language, digits)}\u2069 \u2068${name}\u2069`
}
