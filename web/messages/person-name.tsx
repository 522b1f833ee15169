import type { Language } from '../../contract/languages.ts'
import { toDigitsOf } from '../i18n/digits.ts'
import { isolated } from '../i18n/isolated.ts'
import { useLanguage } from '../i18n/language-provider.tsx'
import { PhoneNumber } from '../phone-numbers/phone-number.tsx'
import { spacedPhone } from '../phone-numbers/spaced-phone.ts'

/** A name, or the phone number of a person without one. */
export function PersonName({ name }: { name: string }) {
  const { language } = useLanguage()
  return isPhone(name) ? <PhoneNumber phone={spacedPhone(name)} language={language} /> : <bdi>{name}</bdi>
}

/** Isolates a name in a sentence, where markup is impossible. */
export function nameInText(name: string, language: Language): string {
  if (!isPhone(name)) return isolated(name)
  // Isolated and unbreakable: groups of Arabic-Indic digits would otherwise swap places, or part at the end of a line.
  return `\u2066\u202d${toDigitsOf(language, spacedPhone(name)).replaceAll(' ', '\u00a0')}\u202c\u2069`
}

export function isPhone(name: string): boolean {
  return /^\+\d+$/.test(name)
}
