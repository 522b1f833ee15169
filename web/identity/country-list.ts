import { toWesternDigits } from '../i18n/digits.ts'
import { type Country, countryFrom, preferredCountries } from './countries.ts'
import { dialPlans } from './dial-plans.ts'

/** Every country: the preferred ones as they are named, then the others as an Arabic reader looks them up. */
export function listCountries(): Country[] {
  const all = [...dialPlans.values()].map(countryFrom)
  const { compare } = new Intl.Collator('ar')
  const preferred = preferredCountries.flatMap(code => all.filter(country => country.code === code))
  const others = all.filter(country => !country.isPreferred)
  return [...preferred, ...others.sort((a, b) => compare(a.localName, b.localName))]
}

/** By either name, the two letters or the dial code; in digits of any script, with or without hamzas and marks. */
export function searchCountries(countries: readonly Country[], wanted: string): readonly Country[] {
  // The last letter of a name is written in more than one way: سوريا, سورية, سوريه.
  const text = plain(wanted).replace(/(.)[اه]$/, '$1')
  const digits = /^\+?(\d+)$/.exec(text)?.[1]
  if (digits) return countries.filter(({ dialCode }) => dialCode.startsWith(digits))
  return countries.filter(
    ({ code, name, localName }) =>
      [name, localName].some(name => plain(name).includes(text)) || code.toLowerCase() === text,
  )
}

/** What is left of a text when spelling is forgiven. */
function plain(text: string): string {
  return toWesternDigits(text)
    .normalize('NFD')
    .replace(/[\p{M}\u0640]/gu, '')
    .replaceAll('ٱ', 'ا')
    .replaceAll('ى', 'ي')
    .replaceAll('ة', 'ه')
    .toLowerCase()
    .trim()
}
