import { getCountry } from '../../../contract/account.ts'
import { plainPhoneText } from '../../../contract/text/phone-text.ts'
import { callSignedOut } from '../../api.ts'
import { type DialPlan, dialPlanFor, dialPlans } from '../../phone-numbers/dial-plans.ts'
import { isMobile } from '../../phone-numbers/read-phone.ts'
import { loadSettings } from '../../settings/settings.ts'

export type PhoneEntry = { phone: string; countryCode: string }

/**
 * Parses typed text: a number that begins with a known dial code chooses the country, and the rest stays in the field.
 * `digitsBehind` is the number of digits after the cursor, which were there before.
 */
export function enterPhone(text: string, countryCode: string, digitsBehind = 0): PhoneEntry {
  // A plus is dialled as 00, and in Australia as 0011; no number begins with +11. A label before a plus is removed.
  const phone = plainPhoneText(text)
    .trimStart()
    .replace(/^00/, '+')
    .replace(/^\+ ?11/, '+')
    .replace(/^[^\d+]+(?=\+)/, '')
  if (!phone.startsWith('+')) return { phone, countryCode }
  const digits = digitsOf(phone)
  const plan = dialPlanFor(digits, countryCode)
  const isAll = digitsBehind === 0 || isWholeDialCode(digits.slice(0, -digitsBehind))
  if (!plan || !isAll) return { phone, countryCode }
  return { phone: withoutDialCode(phone, plan.dialCode), countryCode: plan.code }
}

/** The number to send, with plus and dial code. A number with an unknown dial code is sent as it was typed. */
export function fullPhone({ phone, countryCode }: PhoneEntry): string {
  const written = phone.trim()
  if (written.startsWith('+')) return written
  const plan = dialPlans.get(countryCode)
  return plan ? abroad(plan, digitsOf(written)) : written
}

function abroad({ dialCode, trunk }: DialPlan, digits: string): string {
  // In North America ten digits are a whole number, including the area code that a small country has in its dial code.
  const whole = dialCode.startsWith('1') && /^1?(\d{10})$/.exec(digits)?.[1]
  if (whole) return `+1${whole}`
  const stripped = dialCode + (digits.startsWith(trunk) ? digits.slice(trunk.length) : digits)
  return `+${trunk === '0' || isMobile(stripped) ? stripped : dialCode + digits}`
}

/** Whether these digits are a dial code, and not the beginning of a longer one. */
function isWholeDialCode(digits: string): boolean {
  const prefixes = [...dialPlans.values()].flatMap(plan => plan.prefixes)
  return prefixes.includes(digits) && !prefixes.some(prefix => prefix !== digits && prefix.startsWith(digits))
}

function withoutDialCode(text: string, dialCode: string): string {
  return text.replace(new RegExp(`^(\\D*\\d){${dialCode.length}}[^\\d(]*`), '')
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}

/**
 * The first known of these: the country of the IP address, the country of the operator, the only country that is
 * offered. Otherwise empty.
 */
export async function likelyCountry(): Promise<string> {
  const [answer, { defaultCountry, phoneCountries }] = await Promise.all([
    callSignedOut(getCountry, {}).catch(() => undefined),
    loadSettings(),
  ])
  const byIp = answer?.country_code?.toUpperCase() ?? ''
  const isOffered = phoneCountries.length === 0 || phoneCountries.includes(byIp)
  if (dialPlans.has(byIp) && isOffered) return byIp
  return defaultCountry || (phoneCountries.length === 1 ? (phoneCountries[0] ?? '') : '')
}
