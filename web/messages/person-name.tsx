import { useLanguage } from '../i18n/language-provider.tsx'
import { PhoneNumber } from '../identity/phone-number.tsx'
import { spacedPhone } from '../identity/spaced-phone.ts'

/** A name as it was given; whoever gave none goes by a phone number. */
export function PersonName({ name }: { name: string }) {
  const { language } = useLanguage()
  return isPhone(name) ? <PhoneNumber phone={spacedPhone(name)} language={language} /> : <bdi>{name}</bdi>
}

export function isPhone(name: string): boolean {
  return /^\+\d+$/.test(name)
}
