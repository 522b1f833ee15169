import { languageCodes } from '../../contract/languages.ts'
import { toWesternDigits } from '../i18n/digits.ts'
import { type Country, countryFrom, countryName, preferredCountries } from './countries.ts'
import { countryAliases } from './country-aliases.ts'
import { dialPlans } from './dial-plans.ts'

/** Every country, or those that are offered: the preferred ones in their order, then the others in Arabic order. */
export function listCountries(offered: readonly string[] = []): Country[] {
  const isOffered = (code: string) => offered.length === 0 || offered.includes(code)
  const all = [...dialPlans.values()].filter(({ code }) => isOffered(code)).map(countryFrom)
  const { compare } = new Intl.Collator('ar')
  const preferred = preferredCountries.flatMap(code => all.filter(country => country.code === code))
  const others = all.filter(country => !country.isPreferred)
  return [...preferred, ...others.sort((a, b) => compare(a.localName, b.localName))]
}

/**
 * Matches a name in any language, an alias, the two letters or the dial code, also with 00; in digits of any script,
 * with or without hamzas, marks and the article.
 */
export function searchCountries(countries: readonly Country[], wanted: string): readonly Country[] {
  const digits = /^(?:\+|00?)?(\d*)$/.exec(plain(wanted))?.[1]
  if (digits !== undefined) return countries.filter(({ dialCode }) => dialCode.startsWith(digits))
  const code = plain(wanted).toUpperCase()
  const words = wordsOf(wanted)
  return countries.filter(country => country.code === code || isCalled(country, words))
}

/** Whether one of its names contains all the words. */
function isCalled({ code }: Country, words: readonly string[]): boolean {
  const names = [
    ...languageCodes.map(language => countryName(language, code)),
    ...(countryAliases[code]?.split('|') ?? []),
  ].map(name => wordsOf(name).join(' '))
  return names.some(name => words.every(word => name.includes(word)))
}

function wordsOf(text: string): string[] {
  // The last letter of a name is written in more than one way: سوريا, سورية, سوريه.
  return plain(text)
    .split(/[^\p{L}\d]+/u)
    .map(word => word.replace(/^ال(?=.{2})/, '').replace(/(.{2})[اه]$/, '$1'))
    .filter(word => word !== '')
}

/** The text without differences of spelling. */
function plain(text: string): string {
  return toWesternDigits(text)
    .normalize('NFD')
    .replace(/[\p{M}\u0640ء]/gu, '')
    .replaceAll('ٱ', 'ا')
    .replaceAll(/[ىی]/g, 'ي')
    .replaceAll('ک', 'ك')
    .replaceAll('ة', 'ه')
    .toLowerCase()
    .replace(/\bsaint\b/g, 'st')
    .trim()
}
