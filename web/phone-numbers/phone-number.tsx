import type { Language } from '../../contract/languages.ts'
import { toDigitsOf } from '../i18n/digits.ts'

/** A phone number, which runs left to right in every language. */
export function PhoneNumber({ phone, language }: { phone: string; language: Language }) {
  return <span className="ltr">{toDigitsOf(language, phone)}</span>
}
