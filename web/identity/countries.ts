import type { Language } from '../../contract/courses.ts'
import { toDigitsOf } from '../i18n/digits.ts'
import { type DialPlan, dialPlans } from './dial-plans.ts'

export type Country = {
  /** Two letters. */
  code: string
  /** Without plus. */
  dialCode: string
  /** In English. */
  name: string
  /** In Arabic: what people see, whatever language the screen is in. */
  localName: string
  flag: string
  isPreferred: boolean
}

export const preferredCountries = ['AU', 'IN', 'AE', 'GB', 'US']

export function countryOf(code: string): Country | undefined {
  const plan = dialPlans.get(code)
  return plan && countryFrom(plan)
}

export function countryFrom({ code, dialCode }: DialPlan): Country {
  return {
    code,
    dialCode,
    name: nameIn('en', code),
    localName: nameIn('ar', code),
    flag: flagOf(code),
    isPreferred: preferredCountries.includes(code),
  }
}

/** Like +971, in the digits of the language. */
export function writtenDialCode(dialCode: string, language: Language): string {
  return `+${toDigitsOf(language, dialCode)}`
}

const FLAG_LETTERS = 0x1f1e6 - 'A'.charCodeAt(0)
const namers = new Map<Language, Intl.DisplayNames>()

function nameIn(language: Language, code: string): string {
  const namer = namers.get(language) ?? new Intl.DisplayNames(language, { type: 'region' })
  namers.set(language, namer)
  return namer.of(code) ?? code
}

/** Two regional indicator letters make a flag. */
function flagOf(code: string): string {
  return String.fromCodePoint(...[...code].map(letter => letter.charCodeAt(0) + FLAG_LETTERS))
}
