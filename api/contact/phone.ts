import parsePhoneNumber, { type NumberType, type PhoneNumber } from 'libphonenumber-js/max'
import { ApiError } from '../../contract/calls/api-error.ts'
import { plainPhoneText } from '../../contract/text/phone-text.ts'

export type Phone = {
  /** E.164, like +971501234567. */
  number: string
  /** Without the plus sign, like 971. */
  dialCode: string
}

/**
 * Characters of a number as written, invisible ones too. The parser reads each of them: a text as long as a request may
 * be would block the server for a tenth of a second.
 */
const MAX_LENGTH = 100
/** The usual spelling: a plus, digits, spaces and punctuation. */
const WRITTEN = /^\+[0-9 ().-]{4,30}$/
/**
 * Satellite networks and international services. A text to such a number costs many times the usual price, and pays the
 * person who asked for the text.
 */
const COSTLY_DIAL_CODES = new Set(['808', '870', '878', '881', '882', '883', '979'])
const COSTLY_TYPES = new Set<NumberType>(['PREMIUM_RATE', 'SHARED_COST', 'PERSONAL_NUMBER'])

/** Parses a phone number to which texts may be sent. `countries` are two-letter codes; an empty list allows all. */
export function parsePhone(text: string, countries: readonly string[]): Phone {
  if (text.length > MAX_LENGTH) throw new ApiError('auth/invalid-phone-number')
  // An unescaped plus in a URL arrives as a space.
  const written = plainPhoneText(text).replace(/^ /, '+').trimEnd()
  const phone = WRITTEN.test(written) ? parsePhoneNumber(written) : undefined
  // The number must be possible, not valid: numbering plans change faster than any list of them.
  if (!phone?.isPossible() || hasDialCodeTwice(phone)) throw new ApiError('auth/invalid-phone-number')
  const dialCode = phone.countryCallingCode
  if (COSTLY_DIAL_CODES.has(dialCode) || COSTLY_TYPES.has(phone.getType()))
    throw new ApiError('auth/operation-not-allowed')
  if (countries.length > 0) {
    const itsCountries: string[] = phone.country ? [phone.country] : phone.getPossibleCountries()
    if (!itsCountries.some(country => countries.includes(country))) throw new ApiError('auth/operation-not-allowed')
  }
  return { number: phone.number, dialCode }
}

/** +971 971 50 …: the dial code twice. Some such numbers are possible, but nobody means one. */
function hasDialCodeTwice(phone: PhoneNumber): boolean {
  const { countryCallingCode: dialCode, nationalNumber } = phone
  if (!nationalNumber.startsWith(dialCode) || phone.isValid()) return false
  return parsePhoneNumber(`+${nationalNumber}`)?.isValid() === true
}
