import type { Language } from '../../contract/languages.ts'
import { toDigitsOf } from '../i18n/digits.ts'
import { type DialPlan, dialPlans } from './dial-plans.ts'

export type Country = {
  /** Two letters. */
  code: string
  /** Without the plus sign. */
  dialCode: string
  /** In English. */
  name: string
  /** In Arabic. The list shows it first, whatever the language of the app is. */
  localName: string
  isPreferred: boolean
}

export const preferredCountries = ['AU', 'IN', 'AE', 'GB', 'US']

export function countryByCode(code: string): Country | undefined {
  const plan = dialPlans.get(code)
  return plan && countryFrom(plan)
}

export function countryFrom({ code, dialCode }: DialPlan): Country {
  return {
    code,
    dialCode,
    name: countryName('en', code),
    localName: countryName('ar', code),
    isPreferred: preferredCountries.includes(code),
  }
}

/** Writes a dial code like +971, in the digits of the language. */
export function writtenDialCode(dialCode: string, language: Language): string {
  return `+${toDigitsOf(language, dialCode)}`
}

const namers = new Map<Language, Intl.DisplayNames>()

export function countryName(language: Language, code: string): string {
  const namer = namers.get(language) ?? new Intl.DisplayNames(language, { type: 'region' })
  namers.set(language, namer)
  return namer.of(code) ?? code
}
