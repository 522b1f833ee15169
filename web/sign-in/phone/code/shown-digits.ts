import type { Language } from '../../../../contract/courses.ts'
import { toDigitsOf, toWesternDigits } from '../../../i18n/digits.ts'

/** What is in the field, turned at once to the digits of the language; the cursor stays where it is. */
export function inDigitsOf(language: Language, field: HTMLInputElement): string {
  const shown = toDigitsOf(language, toWesternDigits(field.value))
  if (shown === field.value) return shown
  const cursor = field.selectionStart
  field.value = shown
  field.setSelectionRange(cursor, cursor)
  return shown
}
