import { type DialPlan, dialPlanFor, dialPlans } from './dial-plans.ts'

export type PhoneEntry = { phone: string; countryCode: string }

/** Reads what was typed: a number that begins with a known dial code chooses the country and leaves the rest in the field. */
export function enterPhone(text: string, countryCode: string): PhoneEntry {
  // 00 is how a plus is dialled in most of the world.
  const international = text.trimStart().replace(/^00/, '+')
  if (!international.startsWith('+')) return { phone: text, countryCode }
  const plan = dialPlanFor(digitsOf(international), countryCode)
  if (!plan) return { phone: international, countryCode }
  return { phone: withoutDialCode(international, plan.dialCode), countryCode: plan.code }
}

/** The number to send: with plus and dial code. One whose plus nobody knows goes as it was typed. */
export function fullPhone({ phone, countryCode }: PhoneEntry): string {
  const written = phone.trim()
  if (written.startsWith('+')) return written
  const plan = dialPlans.get(countryCode)
  return plan ? abroad(plan, digitsOf(written)) : written
}

/** The same with a space behind the dial code, to be read and compared. */
export function readablePhone(entry: PhoneEntry): string {
  const dialCode = dialPlans.get(entry.countryCode)?.dialCode
  return fullPhone(entry).replace(`+${dialCode}`, '$& ')
}

function abroad({ dialCode, dropsZero }: DialPlan, digits: string): string {
  // In North America ten digits are a whole number, with the area that a small country has in its dial code.
  const whole = dialCode.startsWith('1') && /^1?(\d{10})$/.exec(digits)?.[1]
  if (whole) return `+1${whole}`
  return `+${dialCode}${dropsZero ? digits.replace(/^0/, '') : digits}`
}

function withoutDialCode(text: string, dialCode: string): string {
  return text.replace(new RegExp(`^(\\D*\\d){${dialCode.length}}[^\\d(]*`), '')
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}
