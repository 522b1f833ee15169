import { toWesternDigits } from '../i18n/digits.ts'
import { type DialPlan, dialPlanFor, dialPlans } from './dial-plans.ts'

export type PhoneEntry = { phone: string; countryCode: string }

/** Reads what was typed: a number that begins with a known dial code chooses the country and leaves the rest in the field. */
export function enterPhone(text: string, countryCode: string): PhoneEntry {
  // 00 is how a plus is dialled in most of the world.
  const international = text.trimStart().replace(/^[0٠۰]{2}/, '+')
  if (!international.startsWith('+')) return { phone: text, countryCode }
  const plan = dialPlanFor(digitsOf(international), countryCode)
  if (!plan) return { phone: international, countryCode }
  return { phone: withoutDialCode(international, plan.dialCode), countryCode: plan.code }
}

/** The number to send: with plus and dial code. One whose plus nobody knows goes as it was typed. */
export function fullPhone({ phone, countryCode }: PhoneEntry): string {
  const written = toWesternDigits(phone).trim()
  if (written.startsWith('+')) return written
  const plan = dialPlans.get(countryCode)
  return plan ? abroad(plan, digitsOf(written)) : written
}

function abroad({ dialCode, dropsZero }: DialPlan, digits: string): string {
  // In North America ten digits are a whole number, with the area that a small country has in its dial code.
  const whole = dialCode.startsWith('1') && /^1?(\d{10})$/.exec(digits)?.[1]
  if (whole) return `+1${whole}`
  return `+${dialCode}${dropsZero ? digits.replace(/^0/, '') : digits}`
}

/** In the digits it was typed in. */
function withoutDialCode(text: string, dialCode: string): string {
  const beginning = new RegExp(`^(\\D*\\d){${dialCode.length}}[^\\d(]*`).exec(toWesternDigits(text))?.[0] ?? ''
  return text.slice(beginning.length)
}

function digitsOf(text: string): string {
  return toWesternDigits(text).replace(/\D/g, '')
}
