import { domainToASCII } from 'node:url'
import { ApiError } from '../../contract/calls/api-error.ts'

/** The local part follows HTML's e-mail fields. The last part of the domain begins with a letter: no IP addresses. */
const LOCAL_PART = /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/
/** RFC 5321. */
const MAX_LENGTH = 254
/** A line break would start another header in a mail. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused.
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/
/** Invisible characters between Arabic words, which are often copied along. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
/** Arabic and Persian keyboards type these. Their last four bits are their value. */
const DIGITS = /[٠-٩۰-۹]/g
/** Characters that end the host of a URL: `domainToASCII` parses a domain as such a host. */
const NOT_IN_DOMAIN = /[/\\?#%:@[\]]/

/** The one stored form of an e-mail address, so that two spellings do not make two accounts. */
export function parseEmail(text: string): string {
  if (CONTROLS.test(text)) throw new ApiError('auth/invalid-email')
  const written = text
    .replace(DIRECTION_MARKS, '')
    .replace(DIGITS, digit => String(digit.charCodeAt(0) & 0xf))
    .trim()
  const at = written.lastIndexOf('@')
  const localPart = written.slice(0, at)
  const writtenDomain = written.slice(at + 1)
  const domain = NOT_IN_DOMAIN.test(writtenDomain) ? '' : domainToASCII(writtenDomain).replace(/\.$/, '')
  const email = `${localPart}@${domain}`.toLowerCase()
  if (at < 1 || !LOCAL_PART.test(localPart) || !DOMAIN.test(domain) || email.length > MAX_LENGTH)
    throw new ApiError('auth/invalid-email')
  return email
}
