/** Dial codes of the E.164 plan that have fewer than three digits; no longer one begins like these. */
const DIAL_CODE = /^\+(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})(?=\d{4})/

/** `+971501234567` as `+971 50 123 4567`, to be read and compared. */
export function spacedPhone(phone: string): string {
  const [plus = '', dialCode = ''] = DIAL_CODE.exec(phone) ?? []
  if (plus === '') return phone
  const [, first = '', middle = '', last = ''] = /^(\d*?)(\d{0,3})(\d{4})$/.exec(phone.slice(plus.length)) ?? []
  return [`+${dialCode}`, first, middle, last].filter(part => part !== '').join(' ')
}
