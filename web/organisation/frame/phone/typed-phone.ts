import { dialPlanFor } from '../../../phone-numbers/dial-plans.ts'
import { readPhone } from '../../../phone-numbers/read-phone.ts'

/** What was typed, and the country of a number without a dial code; empty: unknown. */
export type TypedPhone = { text: string; country: string }

/** The number with plus and dial code. Undefined if none or several numbers can be meant. */
export function typedNumber({ text, country }: TypedPhone): string | undefined {
  const [number, ...others] = readPhone(text, country).numbers
  return number && others.length === 0 ? `+${number}` : undefined
}

/** The country of a phone number; empty: unknown. */
export function countryOfPhone(phone: string | null | undefined): string {
  return (phone && dialPlanFor(phone.slice(1), '')?.code) || ''
}
